import type { FieldSchema } from './field-schema';

/** A schema in one line for a fault's text: `{"city": string, "days"?: integer 1..7}`. */
export function sketchSchema(schema: FieldSchema): string {
  if (schema.enum)
    return schema.enum
      .slice(0, 20)
      .map((value) => JSON.stringify(value))
      .join('|');
  switch (schema.type) {
    case 'object': {
      if (!schema.properties) return 'object';
      const fields = Object.entries(schema.properties).map(([name, field]) => {
        const mark = schema.required?.includes(name) ? '' : '?';
        return `${JSON.stringify(name)}${mark}: ${sketchSchema(field)}`;
      });
      return `{${fields.join(', ')}}`;
    }
    case 'array':
      return `[${schema.items ? sketchSchema(schema.items) : 'any'}, …]`;
    case undefined:
      return 'any';
    default:
      return `${schema.type}${boundsOf(schema)}`;
  }
}

function boundsOf({ type, minimum, maximum, minLength, maxLength }: FieldSchema): string {
  const [low, high] = type === 'string' ? [minLength, maxLength] : [minimum, maximum];
  if (low === undefined && high === undefined) return '';
  const range = ` ${low === undefined ? '' : String(low)}..${high === undefined ? '' : String(high)}`;
  return type === 'string' ? `${range} characters` : range;
}
