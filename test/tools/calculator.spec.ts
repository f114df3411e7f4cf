import { Decimal } from 'decimal.js';
import jsep from 'jsep';
import { ToolError } from '../../src/core/errors';
import { CalculatorTool } from '../../src/tools/calculator.tool';
import { evaluate } from '../../src/tools/evaluate-expression';
import { ExpressionFault } from '../../src/tools/expression-fault';
import { aCall, aContext, registryOf } from './support';

const inLanguage = (language: 'zh' | 'en'): ReturnType<typeof aContext> =>
  aContext({ run: { ...aContext().run, language } });

const results: [expression: string, result: string][] = [
  ['(5280000 - 4100000) / 4100000 * 100', '28.78048780487805'],
  ['100 * 1.15 - 50', '65'],
  ['0.1 + 0.2', '0.3'],
  ['1 / 3 * 3', '1'],
  ['1 / 3', '0.3333333333333333'],
  ['2 / 3', '0.6666666666666667'],
  ['1 + 2 * 3', '7'],
  ['(1 + 2) * 3', '9'],
  ['2 - 3 - 4', '-5'],
  ['100 / 10 / 2', '5'],
  ['2 ^ 3 ^ 2', '512'],
  ['2 ** 10', '1024'],
  ['-2 ^ 2', '-4'],
  ['(-2) ^ 2', '4'],
  ['--2 ^ 2', '4'],
  ['2 ^ -2', '0.25'],
  ['2 ^ -1 ^ 2', '0.5'],
  ['2 * -3', '-6'],
  ['+5', '5'],
  ['10 % 4', '2'],
  ['(7 + 3) % 4', '2'],
  ['-7 % 3', '-1'],
  ['9 ^ 0.5', '3'],
  ['0 ^ 0', '1'],
  ['1e3 + 2.5E-1', '1000.25'],
  ['.5 + 1.', '1.5'],
  ['0 * -1', '0'],
  ['12345678901234567 + 1', '12345678901234568'],
  ['2 ^ 100', '1267650600228229401496703205376'],
  ['1e20 / 3', '3.333333333333333e+19'],
  ['1 / 1e9', '1e-9'],
  ['5,280,000 - 4,100,000', '1180000'],
  ['1,234.5 * 2', '2469'],
  ['（5，280，000 − 4，100，000） ÷ 4，100，000 × 100', '28.78048780487805'],
  ['１２ ＋ ３', '15'],
  ['3² + 2³', '17'],
  ['2·π', '6.283185307179586'],
  ['200 * 15%', '30'],
  ['20%', '0.2'],
  ['(5% + 3%) * 100', '8'],
  ['20 % * 5', '1'],
  ['20% + 5', '5.2'],
  ['sqrt(16) + abs(-3)', '7'],
  ['sqrt(2)', '1.414213562373095'],
  ['round(2.5) + round(-2.5)', '0'],
  ['round(2.675, 2)', '2.68'],
  ['round(1234.5, -2)', '1200'],
  ['floor(-1.5) + ceil(1.2)', '0'],
  ['floor(1 / 3 * 3)', '1'],
  ['min(3, 1, 2) + max(1, 2)', '3'],
  ['max(1,200)', '200'],
  ['max((1), 5 - 2)', '3'],
  ['ln(e)', '1'],
  ['ln(exp(2))', '2'],
  ['log10 (1000)', '3'],
  ['pi', '3.141592653589793'],
  ['28\n+\t14', '42'],
  [`${'1+'.repeat(511)}1`, '512'],
  [`${'('.repeat(100)}1${')'.repeat(100)}`, '1'],
];

const refused: [expression: string, says: RegExp][] = [
  ['', /The expression is empty/],
  ['   ', /The expression is empty/],
  ['1 / 0', /Division by zero/],
  ['1 / (2 - 2)', /Division by zero/],
  ['5 % 0', /Remainder of a division by zero/],
  ['0 ^ -1', /Division by zero/],
  ['sqrt(-1)', /not a real number/],
  ['(-8) ^ (1 / 3)', /not a real number/],
  ['ln(0)', /too large or too small/],
  ['ln(-1)', /not a real number/],
  ['9 ^ 9 ^ 9', /The exponent must be from -1000 to 1000/],
  ['1e999999999', /too large or too small: the limit is 1e1000/],
  ['10 ^ 1000 * 10 ^ 1000', /too large/],
  ['exp(1e9)', /The exponent must be/],
  ['¥5280000 - ¥4100000', /Currency signs such as ¥ are not allowed/],
  ['＄5', /Currency signs such as \$ are not allowed/],
  ['100 元', /Currency signs/],
  ['100 + 15%', /Adding or taking off a percentage can be read in two ways/],
  ['20%+5', /% can be read in two ways/],
  ['20 % -5', /% can be read in two ways/],
  ['(1 + 2)%', /% can be read in two ways/],
  ['1,23', /A comma may only separate thousands/],
  ['1, 2', /A comma may only separate thousands/],
  ['12,3456', /A comma may only separate thousands/],
  ['round(5,280,000 / 3)', /begins with a zero/],
  ['sqrt(1,440)', /sqrt takes one argument, got 2/],
  ['max()', /max takes one or more arguments, got 0/],
  ['1.2.3', /decimal point/],
  ['.', /decimal point/],
  ['1 +', /not a complete expression/],
  ['* 2', /not a complete expression/],
  ['(1 + 2', /not a complete expression/],
  ['1 + 2)', /a \) without its \(/],
  ['()', /Brackets must not be empty/],
  ['1 2', /Only one expression/],
  ['2(3)', /not a complete expression|Only one expression/],
  ['2pi', /not a complete expression/],
  ['x + 1', /Unknown name "x"; the functions are sqrt/],
  ['五 + 1', /Unknown name "五"/],
  ['log(5)', /"log" is no function; the functions are sqrt, abs/],
  ['round(1.5, 0.5)', /whole number of digits/],
  ['1'.repeat(1025), /has 1025 characters; at most 1024 are allowed/],
  [`${'('.repeat(101)}1${')'.repeat(101)}`, /nested deeper than 100/],
];

describe('the calculator', () => {
  it.each(results)('%s = %s', (expression, result) => {
    expect(evaluate(expression)).toBe(result);
  });

  it.each(refused)('refuses %s', (expression, says) => {
    expect(() => evaluate(expression)).toThrow(ToolError);
    expect(() => evaluate(expression)).toThrow(says);
  });

  it.each(refused)('says what is wrong with %s in Chinese as well', async (expression) => {
    let fault: unknown;
    try {
      evaluate(expression);
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(ExpressionFault);
    const sentence = (fault as ExpressionFault).in('zh');
    expect(sentence).toMatch(/\p{Script=Han}{2}/u);
    expect(sentence).not.toMatch(/[a-z]{2,} [a-z]{2,}/); // no English sentence in it
  });

  const hostile = [
    'bignumber("1e9")!',
    'f(n)=n<1?1:f(n-1)+f(n-2);f(45)',
    '1:1e9',
    'config({})',
    'parser()',
    'import({})',
    'createUnit("x")',
    'evaluate("1+1")',
    'constructor.constructor("return process")()',
    'sqrt.constructor("return process.env")()',
    '(1).constructor',
    '1["constructor"]',
    'this',
    'this.process',
    'process.exit(1)',
    'require("child_process").execSync("id")',
    'globalThis',
    '__proto__',
    'toString()',
    'hasOwnProperty(1)',
    'constructor(1)',
    'valueOf(1)',
    '_group(1)',
    '_percent(1)',
    'x = 5',
    'a.b = 1',
    '[1, 2, 3]',
    '{a: 1}',
    '"text"',
    "'a' + 'b'",
    '`${process.env}`',
    '${7*7}',
    '{{7*7}}',
    '() => 1',
    'function(){}',
    '1 ? 2 : 3',
    'true',
    'null',
    '1 == 1',
    '1 && 2',
    '!1',
    '~1',
    '1 << 40',
    '1; 2',
    '1e3000 ^ 1e3000',
    '((((9 ^ 999) ^ 999) ^ 999) ^ 999)',
    '170!',
    '\0',
    '\ud83d',
    '-'.repeat(1024),
    'sqrt('.repeat(200),
    '9'.repeat(1000) + '^999',
    '(' + '9^999*'.repeat(150) + '1)',
    'exp(999.999)'.concat('*exp(999.999)'.repeat(70)),
  ];
  it.each(hostile)('refuses the hostile %s', (expression) => {
    expect(() => evaluate(expression)).toThrow(ToolError);
  });

  it('is not changed by what an app does with the same packages, and changes nothing for it', () => {
    jsep.addBinaryOp('+', 99);
    jsep.addUnaryOp('@');
    Decimal.set({ precision: 3 });
    try {
      expect(evaluate('2 * 3 + 4')).toBe('10');
      expect(evaluate('100000 / 3')).toBe('33333.33333333333');
      expect(jsep('2 * 3 + 4')).toMatchObject({ operator: '*' });
      expect(jsep('@a ? "b" : c.d')).toMatchObject({ type: 'ConditionalExpression' });
    } finally {
      jsep.addBinaryOp('+', 9);
      jsep.removeUnaryOp('@');
      Decimal.set({ precision: 20 });
    }
  });

  it('as a tool takes bare text and says what was wrong', async () => {
    const tools = (await registryOf(CalculatorTool)).toolsFor(['Calculator']);
    const run = async (input: unknown, language: 'zh' | 'en' = 'en'): Promise<unknown> => {
      const prepared = await tools.prepare(aCall('Calculator', input));
      if (!prepared.ok) return prepared.observation;
      return (await tools.invoke(aCall('Calculator'), prepared.input, inLanguage(language))).observation;
    };
    expect(await run('100 * 1.15 - 50')).toEqual({ ok: true, content: '65' });
    expect(await run({ expression: '2 ^ 8' })).toEqual({ ok: true, content: '256' });
    expect(await run('expression = 1 + 1')).toEqual({ ok: true, content: '2' });
    expect(await run(42)).toEqual({ ok: true, content: '42' });
    expect(await run('1 / 0')).toEqual({ ok: false, content: 'Division by zero' });
    expect(await run('1 / 0', 'zh')).toEqual({ ok: false, content: '除数不能为零' });
  });
});
