/** The part of JSON Schema that input classes give. */
export interface FieldSchema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly enum?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/** Schema of an input class: an object whose fields are all known. */
export interface InputSchema extends FieldSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** The named field; undefined for a key that is none, `__proto__` and `constructor` included. */
export const fieldOf = (schema: FieldSchema, key: string): FieldSchema | undefined =>
  schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
