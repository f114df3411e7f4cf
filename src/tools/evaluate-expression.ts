import { Decimal } from 'decimal.js';
import type jsep from 'jsep';
import { ExpressionFault } from './expression-fault';
import { GROUP, normaliseExpression, PERCENT } from './expression-text';
import { parseExpression } from './parse-expression';

/** Results are rounded to so many digits, as many as a double holds for certain. */
const RESULT_DIGITS = 16;

/** Of our own, so that no setting of the app's changes it; guard digits keep 1 / 3 * 3 at 1. */
const Exact = Decimal.clone({
  precision: 34,
  rounding: Decimal.ROUND_HALF_UP,
  maxE: 1000,
  minE: -1000,
  defaults: true,
});

const MAX_EXPONENT = 1000;

/**
 * The value of an arithmetic expression: `(5280000 - 4100000) / 4100000 * 100` is `28.78048780487805`. Decimal, so 0.1 + 0.2 is
 * 0.3; integers are exact up to 34 digits, other results have 16 significant ones. Nothing but arithmetic is reachable.
 * @throws ExpressionFault for anything else, for a division by zero and for results out of range
 */
export function evaluate(expression: string): string {
  const text = normaliseExpression(expression);
  let tree: jsep.CoreExpression;
  try {
    tree = parseExpression(text);
  } catch {
    throw new ExpressionFault((say) => say.incomplete(echo(expression)));
  }
  return format(valueOf(tree));
}

function valueOf(node: jsep.CoreExpression): Decimal {
  switch (node.type) {
    case 'Literal':
      return literal(node);
    case 'Identifier':
      return constant(node.name);
    case 'UnaryExpression': {
      const { operator, argument } = node;
      const value = valueOf(argument as jsep.CoreExpression);
      return operator === '-' ? value.negated() : value;
    }
    case 'BinaryExpression':
      return binary(node);
    case 'CallExpression':
      return call(node);
    default:
      throw new ExpressionFault((say) => say.onlyArithmetic);
  }
}

function literal({ value, raw }: jsep.Literal): Decimal {
  if (typeof value !== 'number') throw new ExpressionFault((say) => say.onlyNumbers);
  const exponent = Number(raw.toLowerCase().split('e')[1] ?? 0);
  if (Math.abs(exponent) > MAX_EXPONENT) throw tooLarge();
  return inRange(new Exact(raw));
}

function constant(name: string): Decimal {
  if (name === 'pi') return Exact.acos(-1);
  if (name === 'e') return Exact.exp(1);
  throw new ExpressionFault((say) => say.unknownName(echo(name), FUNCTION_NAMES));
}

function binary({ operator, left, right }: jsep.BinaryExpression): Decimal {
  const a = left as jsep.CoreExpression;
  const b = right as jsep.CoreExpression;
  if (operator === '**') {
    // jsep binds a sign closer than a power; in mathematics -2^2 is -4
    if (a.type === 'UnaryExpression') return signed(a, b);
    return power(valueOf(a), valueOf(b));
  }
  const [x, y] = [valueOf(a), valueOf(b)];
  switch (operator) {
    case '+':
    case '-':
      if (isPercent(b) && !isPercent(a)) {
        throw new ExpressionFault((say) => say.percentAdded);
      }
      return inRange(operator === '+' ? x.plus(y) : x.minus(y));
    case '*':
      return inRange(x.times(y));
    case '/':
      if (y.isZero()) throw new ExpressionFault((say) => say.divisionByZero);
      return inRange(x.dividedBy(y));
    case '%':
      if (y.isZero()) throw new ExpressionFault((say) => say.remainderByZero);
      return inRange(x.modulo(y));
    default:
      throw new ExpressionFault((say) => say.operator(operator));
  }
}

function signed({ operator, argument }: jsep.UnaryExpression, exponent: jsep.CoreExpression): Decimal {
  const base = argument as jsep.CoreExpression;
  const value = base.type === 'UnaryExpression' ? signed(base, exponent) : power(valueOf(base), valueOf(exponent));
  return operator === '-' ? value.negated() : value;
}

const isPercent = (node: jsep.CoreExpression): boolean =>
  (node.type === 'CallExpression' && (node.callee as jsep.Identifier).name === PERCENT) ||
  (node.type === 'BinaryExpression' && '+-'.includes(node.operator) && isPercent(node.left as jsep.CoreExpression));

function power(base: Decimal, exponent: Decimal): Decimal {
  if (exponent.abs().greaterThan(MAX_EXPONENT)) throw new ExpressionFault((say) => say.exponent(MAX_EXPONENT));
  if (base.isZero() && exponent.isNegative()) throw new ExpressionFault((say) => say.zeroToNegative);
  return inRange(base.pow(exponent));
}

type Function = { readonly least: number; readonly most: number; readonly apply: (...values: Decimal[]) => Decimal };

const one = (apply: (value: Decimal) => Decimal): Function => ({ least: 1, most: 1, apply: (value) => apply(value) });

/** Guard digits that a division left, as in 1 / 3 * 3, must not make a whole number fall one short. */
const settled = (value: Decimal): Decimal => value.toSignificantDigits(28);

const FUNCTIONS: ReadonlyMap<string, Function> = new Map<string, Function>([
  ['sqrt', one((value) => value.squareRoot())],
  ['abs', one((value) => value.abs())],
  ['round', { least: 1, most: 2, apply: (value, digits) => round(value, digits) }],
  ['floor', one((value) => settled(value).floor())],
  ['ceil', one((value) => settled(value).ceil())],
  ['min', { least: 1, most: Infinity, apply: (...values) => Exact.min(...values) }],
  ['max', { least: 1, most: Infinity, apply: (...values) => Exact.max(...values) }],
  ['ln', one((value) => value.naturalLogarithm())],
  ['log10', one((value) => value.logarithm(10))],
  ['exp', one((value) => power(Exact.exp(1), value))],
]);

const FUNCTION_NAMES = [...FUNCTIONS.keys()].join(', ');

function call({ callee, arguments: given }: jsep.CallExpression): Decimal {
  const name = callee.type === 'Identifier' ? (callee as jsep.Identifier).name : undefined;
  const values = given.map((argument) => valueOf(argument as jsep.CoreExpression));
  const [first] = values;
  if (name === GROUP && first && values.length === 1) return first;
  if (name === PERCENT && first) return first.dividedBy(100);
  const known = name === undefined ? undefined : FUNCTIONS.get(name);
  if (name === GROUP) throw new ExpressionFault((say) => say.emptyBrackets);
  if (!known)
    throw new ExpressionFault((say) => say.noFunction(name === undefined ? undefined : echo(name), FUNCTION_NAMES));
  if (values.length < known.least || values.length > known.most) {
    throw new ExpressionFault((say) => say.arity(name ?? '', known.most, values.length));
  }
  return inRange(known.apply(...values));
}

/** Half away from zero, as people round. */
function round(value: Decimal, digits: Decimal | undefined): Decimal {
  const places = digits?.toNumber() ?? 0;
  if (!Number.isInteger(places) || Math.abs(places) > 30) throw new ExpressionFault((say) => say.roundDigits);
  const scale = new Exact(10).pow(places);
  return settled(value).times(scale).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).dividedBy(scale);
}

function inRange(value: Decimal): Decimal {
  if (value.isNaN()) throw new ExpressionFault((say) => say.notReal);
  if (!value.isFinite()) throw tooLarge();
  return value;
}

const tooLarge = (): ExpressionFault => new ExpressionFault((say) => say.outOfRange(MAX_EXPONENT));

function format(value: Decimal): string {
  if (value.isZero()) return '0';
  if (value.isInteger() && value.abs().lessThan('1e34')) return value.toFixed();
  const rounded = value.toSignificantDigits(RESULT_DIGITS);
  // from here on the digits before the point are no longer all known: the exponent says so
  return rounded.abs().greaterThanOrEqualTo('1e16') ? rounded.toExponential() : rounded.toString();
}

const echo = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
