import { ExpressionFault } from './expression-fault';

export const MAX_LENGTH = 1024;
export const MAX_DEPTH = 100;

/** Stands for a bracket pair that groups, so that `(-2)^2` and `-2^2` stay apart in the parsed tree. */
export const GROUP = '_group';
/** Stands for a percent sign behind a number: 20% is `_percent(20)`. */
export const PERCENT = '_percent';

const SIGNS: Readonly<Record<string, string>> = {
  '×': '*',
  '✕': '*',
  '⋅': '*',
  '·': '*',
  '÷': '/',
  '∕': '/',
  '−': '-',
  '–': '-',
  '—': '-',
  '²': '^2',
  '³': '^3',
  π: 'pi',
  '\u3000': ' ',
};

const CURRENCIES = '$€£¥￥₽₩₹元';

/**
 * Rewrites an expression as people and models type it into the parser's signs: full-width and typographic signs, `^` for powers,
 * thousands separators, percent signs.
 * @throws ExpressionFault for what is too long, nested too deep, ambiguous or no arithmetic at all
 */
export function normaliseExpression(expression: string): string {
  if (expression.length > MAX_LENGTH) {
    throw new ExpressionFault((say) => say.tooLong(expression.length, MAX_LENGTH));
  }
  const text = [...expression].map(plainSign).join('');
  if (text.trim() === '') throw new ExpressionFault((say) => say.empty);
  const pieces: string[] = [];
  /** For each open bracket, whether commas inside it separate arguments. */
  const open: boolean[] = [];
  let index = 0;
  while (index < text.length) {
    const char = text[index]!;
    if (isDigit(char) || char === '.') {
      const number = numberAt(text, index, open.at(-1) ?? false);
      const percent = percentAfter(text, number.end);
      pieces.push(percent < 0 ? number.digits : `${PERCENT}(${number.digits})`);
      index = percent < 0 ? number.end : percent;
    } else if (isLetter(char)) {
      const end = endOfName(text, index);
      pieces.push(text.slice(index, end));
      index = end;
    } else {
      pieces.push(signAt(text, index, open));
      index += char === '*' && text[index + 1] === '*' ? 2 : 1;
    }
  }
  return pieces.join('');
}

function plainSign(char: string): string {
  if (CURRENCIES.includes(char)) {
    throw new ExpressionFault((say) => say.currency(char));
  }
  const code = char.codePointAt(0)!;
  const plain = code >= 0xff01 && code <= 0xff5e ? String.fromCodePoint(code - 0xfee0) : char;
  if (CURRENCIES.includes(plain)) return plainSign(plain);
  return SIGNS[plain] ?? plain;
}

function signAt(text: string, index: number, open: boolean[]): string {
  const char = text[index]!;
  switch (char) {
    case '(': {
      const isCall = isLetter(lastSign(text, index));
      // inside a function's arguments a comma stays a comma, however many brackets are in between
      open.push(isCall || (open.at(-1) ?? false));
      if (open.length > MAX_DEPTH) throw new ExpressionFault((say) => say.tooDeep(MAX_DEPTH));
      return isCall ? '(' : `${GROUP}(`;
    }
    case ')':
      if (open.pop() === undefined) throw new ExpressionFault((say) => say.unopened);
      return ')';
    case '^':
      return '**';
    case '*':
      return text[index + 1] === '*' ? '**' : '*';
    case ',':
      if (open.at(-1)) return ',';
      throw new ExpressionFault((say) => say.comma);
    case '%':
      if (!isOperandAt(text, index + 1)) throw new ExpressionFault((say) => say.percentOrRemainder);
      return '%';
    default:
      if ('+-/ \t\r\n'.includes(char)) return char;
      throw new ExpressionFault((say) => say.sign(JSON.stringify(char)));
  }
}

/** The number at `index`, thousands separators taken out. Inside a function's arguments a comma ends it. */
function numberAt(text: string, index: number, isArgument: boolean): { digits: string; end: number } {
  let end = endOfDigits(text, index);
  let digits = text.slice(index, end);
  if (!isArgument && text[end] === ',' && digits.length >= 1 && digits.length <= 3) {
    while (text[end] === ',' && endOfDigits(text, end + 1) === end + 4) {
      digits += text.slice(end + 1, end + 4);
      end += 4;
    }
  }
  if (digits.length > 1 && digits.startsWith('0')) throw new ExpressionFault((say) => say.leadingZero(digits));
  if (text[end] === '.') {
    const fraction = endOfDigits(text, end + 1);
    digits += text.slice(end, fraction);
    end = fraction;
  }
  if (digits === '.' || text[end] === '.') throw new ExpressionFault((say) => say.decimalPoint);
  return withExponent(text, digits, end);
}

function withExponent(text: string, digits: string, end: number): { digits: string; end: number } {
  if (text[end]?.toLowerCase() !== 'e') return { digits, end };
  const signed = '+-'.includes(text[end + 1] ?? ' ') ? end + 2 : end + 1;
  const last = endOfDigits(text, signed);
  return last === signed ? { digits, end } : { digits: digits + text.slice(end, last), end: last };
}

/** Index behind a percent sign that makes the number before it a percentage; -1 when `%` is the remainder or is not there. */
function percentAfter(text: string, end: number): number {
  const at = skipBlanks(text, end);
  if (text[at] !== '%' || isOperandAt(text, at + 1)) return -1;
  const signAt = skipBlanks(text, at + 1);
  // `5% + 3%` is a sum, `5 % -3` and `5%-3` might be remainders
  const isSum = at === end && (text[signAt + 1] ?? '').trim() === '';
  if ('+-'.includes(text[signAt] ?? ' ') && !isSum) {
    throw new ExpressionFault((say) => say.percentOrSignedRemainder);
  }
  return at + 1;
}

function isOperandAt(text: string, index: number): boolean {
  const char = text[skipBlanks(text, index)] ?? '';
  return char === '(' || char === '.' || isDigit(char) || isLetter(char);
}

function lastSign(text: string, before: number): string {
  let index = before - 1;
  while (index >= 0 && text[index]!.trim() === '') index--;
  if (index < 0) return '';
  // log10( is a call: a digit counts as the end of a name when a name is before it
  let start = index;
  while (start >= 0 && isDigit(text[start]!)) start--;
  return start < index && start >= 0 && isLetter(text[start]!) ? text[start]! : text[index]!;
}

function endOfName(text: string, start: number): number {
  let end = start;
  while (end < text.length && (isLetter(text[end]!) || isDigit(text[end]!))) end++;
  return end;
}

function endOfDigits(text: string, start: number): number {
  let end = start;
  while (end < text.length && isDigit(text[end]!)) end++;
  return end;
}

function skipBlanks(text: string, from: number): number {
  let index = from;
  while (index < text.length && text[index]!.trim() === '') index++;
  return index;
}

const isDigit = (char: string): boolean => char >= '0' && char <= '9';

/** Letters only: a name with `_` or `$` could be one of ours. */
const isLetter = (char: string): boolean => char.toLowerCase() !== char.toUpperCase() || isCjk(char);

const isCjk = (char: string): boolean => char >= '\u3400' && char <= '\u9fff';
