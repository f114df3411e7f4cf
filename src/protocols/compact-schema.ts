import type { JsonSchema } from '../core/tool';

/**
 * The properties of an input schema in few bytes: JSON Schema without quotes, without what goes without saying (`type: object`,
 * `additionalProperties`), optional properties marked `?`. `{city: {type: string, description: City}, days?: {type: integer}}`
 */
export function compactSchema(schema: JsonSchema): string {
  return compactProperties(schema) || '{}';
}

function compactProperties(schema: JsonSchema): string {
  if (!isRecord(schema['properties'])) return '';
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const fields = Object.entries(schema['properties']).map(
    ([name, value]) => `${keyOf(name)}${required.has(name) ? '' : '?'}: ${compactValue(value)}`,
  );
  return `{${fields.join(', ')}}`;
}

function compactValue(schema: unknown): string {
  if (!isRecord(schema)) return literal(schema);
  const parts: string[] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (REDUNDANT.has(key) || (key === 'type' && (value === 'object' || 'enum' in schema))) continue;
    if (key === 'properties') parts.push(`properties: ${compactProperties(schema)}`);
    else parts.push(`${key}: ${value !== null && typeof value === 'object' ? nested(value) : literal(value)}`);
  }
  return `{${parts.join(', ')}}`;
}

/** `required` is told by the `?`; the rest says nothing to a model. */
const REDUNDANT = new Set(['additionalProperties', 'required', '$schema', 'title', '$id']);

const nested = (value: object): string =>
  Array.isArray(value) ? `[${value.map(compactValue).join(', ')}]` : compactValue(value);

/** Quotes only where a comma or a bracket would be taken for the end. */
function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const text = value.replaceAll('\n', ' ');
  return /[,{}[\]'?]|: /.test(text) ? `'${text.replaceAll("'", '’')}'` : text;
}

const keyOf = (name: string): string => (/^[\p{L}\p{N}_$-]+$/u.test(name) ? name : JSON.stringify(name));
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
