import { Decimal } from 'decimal.js';
import type jsep from 'jsep';
import { ToolError } from '../core/errors';
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
 * @throws ToolError for anything else, for a division by zero and for results out of range
 */
export function evaluate(expression: string): string {
  const text = normaliseExpression(expression);
  let tree: jsep.CoreExpression;
  try {
    tree = parseExpression(text);
  } catch {
    throw new ToolError(`${echo(expression)} is not a complete expression; write one such as (5 - 3) / 2`);
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
      throw new ToolError(
        'Only one expression of numbers, + - * / % ^, brackets and functions is allowed; write products with *',
      );
  }
}

function literal({ value, raw }: jsep.Literal): Decimal {
  if (typeof value !== 'number') throw new ToolError('Only numbers can be calculated with, no texts');
  const exponent = Number(raw.toLowerCase().split('e')[1] ?? 0);
  if (Math.abs(exponent) > MAX_EXPONENT) throw tooLarge();
  return inRange(new Exact(raw));
}

function constant(name: string): Decimal {
  if (name === 'pi') return Exact.acos(-1);
  if (name === 'e') return Exact.exp(1);
  throw new ToolError(`Unknown name ${echo(name)}; ${KNOWN_NAMES}`);
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
        throw new ToolError(
          'Adding or taking off a percentage can be read in two ways; write for example 200 * (1 + 0.15)',
        );
      }
      return inRange(operator === '+' ? x.plus(y) : x.minus(y));
    case '*':
      return inRange(x.times(y));
    case '/':
      if (y.isZero()) throw new ToolError('Division by zero');
      return inRange(x.dividedBy(y));
    case '%':
      if (y.isZero()) throw new ToolError('Remainder of a division by zero');
      return inRange(x.modulo(y));
    default:
      throw new ToolError(`The operator ${operator} is not allowed; use + - * / % ^`);
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
  if (exponent.abs().greaterThan(MAX_EXPONENT))
    throw new ToolError(`The exponent must be from -${MAX_EXPONENT} to ${MAX_EXPONENT}`);
  if (base.isZero() && exponent.isNegative())
    throw new ToolError('Division by zero: zero cannot have a negative exponent');
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

const KNOWN_NAMES = `the functions are ${[...FUNCTIONS.keys()].join(', ')}, the constants pi and e`;

function call({ callee, arguments: given }: jsep.CallExpression): Decimal {
  const name = callee.type === 'Identifier' ? (callee as jsep.Identifier).name : undefined;
  const values = given.map((argument) => valueOf(argument as jsep.CoreExpression));
  const [first] = values;
  if (name === GROUP && first && values.length === 1) return first;
  if (name === PERCENT && first) return first.dividedBy(100);
  const known = name === undefined ? undefined : FUNCTIONS.get(name);
  if (name === GROUP) throw new ToolError('Brackets must not be empty');
  if (!known) throw new ToolError(`${name === undefined ? 'This' : echo(name)} is no function; ${KNOWN_NAMES}`);
  if (values.length < known.least || values.length > known.most) {
    const arity =
      known.most === Infinity ? 'one or more arguments' : known.most === 1 ? 'one argument' : 'one or two arguments';
    throw new ToolError(`${name} takes ${arity}, got ${values.length}; thousands are not separated inside a function`);
  }
  return inRange(known.apply(...values));
}

/** Half away from zero, as people round. */
function round(value: Decimal, digits: Decimal | undefined): Decimal {
  const places = digits?.toNumber() ?? 0;
  if (!Number.isInteger(places) || Math.abs(places) > 30)
    throw new ToolError('round takes a whole number of digits from -30 to 30');
  const scale = new Exact(10).pow(places);
  return settled(value).times(scale).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).dividedBy(scale);
}

function inRange(value: Decimal): Decimal {
  if (value.isNaN()) throw new ToolError('The result is not a real number');
  if (!value.isFinite()) throw tooLarge();
  return value;
}

const tooLarge = (): ToolError => new ToolError(`A number is too large or too small: the limit is 1e${MAX_EXPONENT}`);

function format(value: Decimal): string {
  if (value.isZero()) return '0';
  if (value.isInteger() && value.abs().lessThan('1e34')) return value.toFixed();
  const rounded = value.toSignificantDigits(RESULT_DIGITS);
  // from here on the digits before the point are no longer all known: the exponent says so
  return rounded.abs().greaterThanOrEqualTo('1e16') ? rounded.toExponential() : rounded.toString();
}

const echo = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
