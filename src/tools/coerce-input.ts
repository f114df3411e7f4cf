import { fieldOf, type FieldSchema, type InputSchema } from './field-schema';
import { echo, type InputFault } from './input-fault';
import { readJson } from './lenient-json';
import { isObject } from './read-input';
import { sketchSchema } from './sketch-schema';

export interface Coerced {
  /** Known fields only. */
  readonly value: Record<string, unknown>;
  readonly faults: InputFault[];
}

/**
 * Gives each field the type that its schema asks for where nothing is lost by it: "3" for an integer, 88231 for a string.
 * Refuses unknown fields at each level, so that no key of the model's reaches a prototype. The given value is not changed.
 */
export function coerceInput(value: object, exact: unknown, schema: InputSchema): Coerced {
  const faults: InputFault[] = [];
  if (!isShallow(value)) return { value: {}, faults: [{ kind: 'too-deep' }] };
  return { value: coerceObject(value as Record<string, unknown>, exact, schema, '', faults), faults };
}

const MAX_DEPTH = 32;

/** What follows recurses, as the validation does: deeper values would end in a stack overflow. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return true;
}

function coerceObject(
  value: Record<string, unknown>,
  exact: unknown,
  schema: FieldSchema,
  path: string,
  faults: InputFault[],
): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const field = fieldOf(schema, key);
    const at = path === '' ? key : `${path}.${key}`;
    if (!field) faults.push({ kind: 'unknown', path: at, fields: Object.keys(schema.properties ?? {}) });
    // models write null for what they leave out
    else if (item !== null || schema.required?.includes(key)) {
      fields.push([key, coerce(item, isObject(exact) ? exact[key] : item, field, at, faults)]);
    }
  }
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(value, name) && value[name] !== undefined && value[name] !== null) continue;
    const at = path === '' ? name : `${path}.${name}`;
    faults.push({ kind: 'missing', path: at, expected: sketchSchema(fieldOf(schema, name) ?? {}) });
  }
  return Object.fromEntries(fields);
}

function coerce(value: unknown, exact: unknown, schema: FieldSchema, path: string, faults: InputFault[]): unknown {
  switch (schema.type) {
    case 'string':
      return toText(value, exact, path, faults);
    case 'integer':
    case 'number':
      return toNumber(value, schema, path, faults);
    case 'boolean':
      return typeof value === 'string' ? (BOOLEANS.get(value.trim().toLowerCase()) ?? value) : value;
    case 'array': {
      const list = reread(value, exact, '[');
      if (!Array.isArray(list.value)) return mistyped(value, schema, path, faults);
      const spellings: unknown[] = Array.isArray(list.exact) ? list.exact : list.value;
      return list.value.map((item, index) =>
        coerce(item, spellings[index], schema.items ?? {}, `${path}[${index}]`, faults),
      );
    }
    case 'object': {
      const inner = reread(value, exact, '{');
      if (!isObject(inner.value)) return mistyped(value, schema, path, faults);
      if (schema.properties) return coerceObject(inner.value, inner.exact, schema, path, faults);
      return withoutHostileKeys(inner.value, path, faults);
    }
    default:
      return withoutHostileKeys(value, path, faults);
  }
}

/** A list or an object may come as JSON in a string. */
function reread(value: unknown, exact: unknown, opener: string): { value: unknown; exact: unknown } {
  const text = typeof value === 'string' ? value.trim() : '';
  const json = text.startsWith(opener) ? readJson(text) : undefined;
  return json && isShallow(json.value) ? json : { value, exact };
}

function toText(value: unknown, exact: unknown, path: string, faults: InputFault[]): unknown {
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'number') return value;
  if (typeof exact === 'string') return exact;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    faults.push({ kind: 'inexact', path, got: String(value) });
  }
  return String(value);
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** What is no number stays as it is, for validation to refuse. */
function toNumber(value: unknown, schema: FieldSchema, path: string, faults: InputFault[]): unknown {
  const number = typeof value === 'string' ? numberIn(value) : value;
  if (typeof number !== 'number') return value;
  if (schema.type === 'integer' && Number.isInteger(number) && !Number.isSafeInteger(number)) {
    faults.push({ kind: 'type', path, expected: 'integer up to 9007199254740991', got: echo(value) });
  }
  return number;
}

/** Full-width digits count too. */
function numberIn(text: string): number | undefined {
  const spelling = text.length > 60 ? '' : text.trim().normalize('NFKC').replace('−', '-');
  return isDecimal(spelling) && Number.isFinite(Number(spelling)) ? Number(spelling) : undefined;
}

const isDecimal = (text: string): boolean =>
  /^[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:[eE][+-]?\d{1,3})?$/.test(text);

function mistyped(value: unknown, schema: FieldSchema, path: string, faults: InputFault[]): unknown {
  if (value === null || value === undefined) return value; // reported as missing
  faults.push({ kind: 'type', path, expected: sketchSchema(schema), got: echo(value) });
  return undefined;
}

const HOSTILE_KEYS = ['__proto__', 'constructor', 'prototype'];

/** A free-form value may hold any key but those that a merge could take for a prototype. */
function withoutHostileKeys(value: unknown, path: string, faults: InputFault[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const [key, item] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    if (HOSTILE_KEYS.includes(key)) faults.push({ kind: 'unknown', path: at, fields: [] });
    else withoutHostileKeys(item, at, faults);
  }
  return value;
}
