/** What can be wrong with an expression. One object per language, so that a missing sentence does not compile. */
export interface ExpressionSentences {
  readonly empty: string;
  tooLong(chars: number, limit: number): string;
  tooDeep(limit: number): string;
  incomplete(text: string): string;
  readonly onlyArithmetic: string;
  readonly onlyNumbers: string;
  currency(sign: string): string;
  sign(sign: string): string;
  operator(sign: string): string;
  readonly unopened: string;
  readonly emptyBrackets: string;
  readonly comma: string;
  readonly decimalPoint: string;
  leadingZero(digits: string): string;
  readonly percentOrRemainder: string;
  readonly percentOrSignedRemainder: string;
  readonly percentAdded: string;
  readonly divisionByZero: string;
  readonly remainderByZero: string;
  readonly zeroToNegative: string;
  exponent(limit: number): string;
  readonly notReal: string;
  outOfRange(exponent: number): string;
  unknownName(name: string, functions: string): string;
  noFunction(name: string | undefined, functions: string): string;
  arity(name: string, most: number, got: number): string;
  readonly roundDigits: string;
}

const EN_TWO_WAYS = '% can be read in two ways here, as a percentage and as a remainder:';

const EN: ExpressionSentences = {
  empty: 'The expression is empty; write one such as (5 - 3) / 2',
  tooLong: (chars, limit) => `The expression has ${chars} characters; at most ${limit} are allowed`,
  tooDeep: (limit) => `Brackets are nested deeper than ${limit}`,
  incomplete: (text) => `${text} is not a complete expression; write one such as (5 - 3) / 2`,
  onlyArithmetic:
    'Only one expression of numbers, + - * / % ^, brackets and functions is allowed; write products with *',
  onlyNumbers: 'Only numbers can be calculated with, no texts',
  currency: (sign) =>
    `Currency signs such as ${sign} are not allowed: write the numbers alone, for example 5280000 - 4100000`,
  sign: (sign) => `The sign ${sign} is not arithmetic; allowed are numbers, + - * / % ^ ( ) and functions`,
  operator: (sign) => `The operator ${sign} is not allowed; use + - * / % ^`,
  unopened: 'There is a ) without its (',
  emptyBrackets: 'Brackets must not be empty',
  comma: 'A comma may only separate thousands (5,280,000) or the arguments of a function (max(1, 2))',
  decimalPoint: 'A decimal point needs digits, and a number has only one',
  leadingZero: (digits) => `The number ${digits} begins with a zero; thousands are not separated inside a function`,
  percentOrRemainder: `${EN_TWO_WAYS} write / 100 for a percentage, or a number behind % for a remainder`,
  percentOrSignedRemainder: `${EN_TWO_WAYS} write 0.2 for 20%, or brackets around a signed number for a remainder`,
  percentAdded: 'Adding or taking off a percentage can be read in two ways; write for example 200 * (1 + 0.15)',
  divisionByZero: 'Division by zero',
  remainderByZero: 'Remainder of a division by zero',
  zeroToNegative: 'Division by zero: zero cannot have a negative exponent',
  exponent: (limit) => `The exponent must be from -${limit} to ${limit}`,
  notReal: 'The result is not a real number',
  outOfRange: (exponent) => `A number is too large or too small: the limit is 1e${exponent}`,
  unknownName: (name, functions) => `Unknown name ${name}; the functions are ${functions}, the constants pi and e`,
  noFunction: (name = 'This', functions) =>
    `${name} is no function; the functions are ${functions}, the constants pi and e`,
  arity: (name, most, got) => {
    const arguments_ =
      most === Infinity ? 'one or more arguments' : most === 1 ? 'one argument' : 'one or two arguments';
    return `${name} takes ${arguments_}, got ${got}; thousands are not separated inside a function`;
  },
  roundDigits: 'round takes a whole number of digits from -30 to 30',
};

const ZH_TWO_WAYS = '这里的 % 既可以是百分号，也可以是取余：';

const ZH: ExpressionSentences = {
  empty: '算式是空的；应写成例如 (5 - 3) / 2',
  tooLong: (chars, limit) => `算式有 ${chars} 个字符，最多 ${limit} 个`,
  tooDeep: (limit) => `括号嵌套超过了 ${limit} 层`,
  incomplete: (text) => `${text} 不是完整的算式；应写成例如 (5 - 3) / 2`,
  onlyArithmetic: '只能是一个由数字、+ - * / % ^、括号和函数组成的算式；乘号要写成 *',
  onlyNumbers: '只能用数字计算，不能用文字',
  currency: (sign) => `不能有 ${sign} 这样的货币符号：只写数字，例如 5280000 - 4100000`,
  sign: (sign) => `符号 ${sign} 不能用在算式里；可用的是数字、+ - * / % ^ ( ) 和函数`,
  operator: (sign) => `不能用运算符 ${sign}；可用的是 + - * / % ^`,
  unopened: '有一个 ) 没有对应的 (',
  emptyBrackets: '括号里不能是空的',
  comma: '逗号只能用来分隔千位（5,280,000）或函数的参数（max(1, 2)）',
  decimalPoint: '小数点旁边要有数字，而且一个数只能有一个小数点',
  leadingZero: (digits) => `数字 ${digits} 以零开头；函数里的数字不能分隔千位`,
  percentOrRemainder: `${ZH_TWO_WAYS}百分数请写成 / 100，取余请在 % 后面写数字`,
  percentOrSignedRemainder: `${ZH_TWO_WAYS}20% 请写成 0.2，取余时给带符号的数字加括号`,
  percentAdded: '加减百分数有两种读法；应写成例如 200 * (1 + 0.15)',
  divisionByZero: '除数不能为零',
  remainderByZero: '取余的除数不能为零',
  zeroToNegative: '除数不能为零：零没有负数次方',
  exponent: (limit) => `指数必须在 -${limit} 到 ${limit} 之间`,
  notReal: '结果不是实数',
  outOfRange: (exponent) => `数字太大或太小：上限是 1e${exponent}`,
  unknownName: (name, functions) => `不认识名称 ${name}；可用的函数是 ${functions}，常数是 pi 和 e`,
  noFunction: (name = '这里', functions) => `${name} 不是函数；可用的函数是 ${functions}，常数是 pi 和 e`,
  arity: (name, most, got) => {
    const count = most === Infinity ? '至少一个' : most === 1 ? '一个' : '一个或两个';
    return `${name} 要有${count}参数，收到 ${got} 个；函数里的数字不能分隔千位`;
  },
  roundDigits: 'round 的位数必须是 -30 到 30 的整数',
};

export const EXPRESSION_SENTENCES: Readonly<Record<'zh' | 'en', ExpressionSentences>> = { en: EN, zh: ZH };
