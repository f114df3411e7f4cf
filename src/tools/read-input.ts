import { fieldOf, type FieldSchema, type InputSchema } from './field-schema';
import { echo, type InputFault } from './input-fault';
import { readKeyValues, unquoted } from './key-value-text';
import { readJson } from './lenient-json';

/** What the model meant as the tool's fields, not yet coerced; `exact` spells numbers as they were written. */
export type Candidate =
  | { readonly ok: true; readonly value: object; readonly exact: unknown }
  | { readonly ok: false; readonly fault: InputFault };

/**
 * Finds the input object in what a model wrote: an object, JSON text, `key=value` text, or a bare value for a tool whose one
 * field it can only be. Pure, and linear in the length of the text.
 */
export function readInput(raw: unknown, schema: InputSchema): Candidate {
  if (raw === undefined || raw === null) return NOTHING;
  if (typeof raw === 'string') return readText(raw.trim(), schema, 0);
  if (isObject(raw)) return readObject(raw, raw, schema, 0);
  return bare(raw, raw, schema);
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const NOTHING: Candidate = { ok: true, value: {}, exact: {} };

/** Wrappers inside wrappers, and JSON inside a JSON string, are opened so many times. */
const MAX_LAYERS = 3;

const WRAPPERS = ['input', 'args', 'arguments', 'parameters', 'action_input'];

function readText(text: string, schema: InputSchema, layers: number): Candidate {
  if (text === '' || (schema.required.length === 0 && isNoneWord(text))) return NOTHING;
  const body = unfenced(text);
  if (body.startsWith('{')) return readBraces(body, schema, layers);
  const inner = unquoted(body);
  if (inner !== body && inner.startsWith('{') && layers < MAX_LAYERS) {
    const decoded = readJson(inner); // encoded twice: taken for an object only if it is one
    if (decoded && isObject(decoded.value)) return readObject(decoded.value, decoded.exact, schema, layers + 1);
  }
  const pairs = readKeyValues(body, Object.keys(schema.properties));
  if (pairs) return { ok: true, value: pairs, exact: pairs };
  return bare(inner, inner, schema);
}

function readBraces(text: string, schema: InputSchema, layers: number): Candidate {
  const json = readJson(text);
  if (json && isObject(json.value)) return readObject(json.value, json.exact, schema, layers);
  const quoteFollows = ['"', "'", '“'].includes(text.slice(1).trimStart()[0] ?? '');
  if (!quoteFollows && soleField(schema)?.schema.type === 'string') return bare(text, text, schema); // `{a} + {b}`: a template
  return { ok: false, fault: { kind: text.endsWith('}') ? 'unreadable' : 'cut', got: echo(text) } };
}

function readObject(value: Record<string, unknown>, exact: unknown, schema: InputSchema, layers: number): Candidate {
  const keys = Object.keys(value);
  const [key] = keys;
  if (
    key !== undefined &&
    keys.length === 1 &&
    WRAPPERS.includes(key) &&
    !fieldOf(schema, key) &&
    layers < MAX_LAYERS
  ) {
    const wrapped = value[key];
    const wrappedExact = isObject(exact) ? exact[key] : wrapped;
    if (isObject(wrapped)) return readObject(wrapped, wrappedExact, schema, layers + 1);
    if (typeof wrapped === 'string') return readText(wrapped.trim(), schema, layers + 1);
    return wrapped === null ? NOTHING : bare(wrapped, wrappedExact, schema);
  }
  const sole = soleField(schema);
  const isTheField = sole?.schema.type === 'object' && keys.length > 0 && !keys.some((name) => fieldOf(schema, name));
  return isTheField ? bare(value, exact, schema) : { ok: true, value, exact };
}

/** A value without a field name. A tool without fields has no use for one: it runs as if nothing had been said. */
function bare(value: unknown, exact: unknown, schema: InputSchema): Candidate {
  const sole = soleField(schema);
  if (sole) return { ok: true, value: { [sole.name]: value }, exact: { [sole.name]: exact } };
  if (Object.keys(schema.properties).length === 0) return NOTHING;
  return { ok: false, fault: { kind: 'unreadable', got: echo(value) } };
}

/** The field that a bare value means: the only one, or the only one that must be given. */
function soleField(schema: InputSchema): { name: string; schema: FieldSchema } | undefined {
  const names = Object.keys(schema.properties);
  const [name] = names.length === 1 ? names : schema.required.length === 1 ? schema.required : [];
  const field = name === undefined ? undefined : fieldOf(schema, name);
  return name !== undefined && field ? { name, schema: field } : undefined;
}

const NONE_WORDS = [
  'none',
  'null',
  'nil',
  'n/a',
  'na',
  'undefined',
  'empty',
  'no input',
  '无',
  '空',
  '没有',
  '不需要',
  '""',
  "''",
  '()',
  '[]',
  '-',
];

const isNoneWord = (text: string): boolean => text.length <= 12 && NONE_WORDS.includes(text.toLowerCase());

/** The inside of a code fence around the whole text. */
function unfenced(text: string): string {
  const firstLine = text.indexOf('\n');
  if (!text.startsWith('```') || !text.endsWith('```') || firstLine < 0 || firstLine > text.length - 3) return text;
  return text.slice(firstLine + 1, -3).trim();
}
