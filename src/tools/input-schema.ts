import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import { ValidationTypes } from 'class-validator';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { ConfigError } from '../core/errors';
import type { FieldSchema, InputSchema } from './field-schema';
import { designType, SCHEMA_CONVERTERS, type Schema } from './schema-converters';

type InputClass = new () => object;

/**
 * JSON Schema of a class-validator class, nested classes inlined, unknown fields refused at each level. A class without a
 * decorated field is an input without fields.
 * @throws ConfigError for a nested class without `@Type`, with a discriminator, or inside itself.
 */
export const inputSchemaOf = (input: InputClass): InputSchema => schemaOf(input, []);

function schemaOf(input: InputClass, outer: readonly InputClass[]): InputSchema {
  if (outer.includes(input)) {
    throw new ConfigError(
      `Input class ${input.name} contains itself; a tool's input must be a tree of different classes`,
    );
  }
  const nested = (owner: InputClass, field: string, each: boolean): Schema => {
    const child = schemaOf(childOf(owner, field), [...outer, input]);
    // class-validator walks an array with or without `each`
    const isArray = !each && designType(owner.prototype as object, field) === Array;
    return (isArray ? { type: 'array', items: child } : child) as object as Schema;
  };
  // each class by itself: the package's whole-app variant merges classes of the same name
  const raw = targetConstructorToSchema(input, {
    classTransformerMetadataStorage: defaultMetadataStorage,
    additionalConverters: {
      ...SCHEMA_CONVERTERS,
      [ValidationTypes.NESTED_VALIDATION]: ({ target, propertyName, each }) =>
        nested(target as InputClass, propertyName, each),
    },
  }) as FieldSchema;
  const defaults = defaultsOf(input);
  const properties: Record<string, FieldSchema> = {};
  for (const [name, schema] of Object.entries(raw.properties ?? {})) {
    const typed = withType(schema);
    properties[name] = name in defaults && typed.default === undefined ? { ...typed, default: defaults[name] } : typed;
  }
  const required = (raw.required ?? []).filter((name) => !(name in defaults));
  return { ...raw, type: 'object', properties, required, additionalProperties: false };
}

function childOf(owner: InputClass, field: string): InputClass {
  const type = defaultMetadataStorage.findTypeMetadata(owner, field);
  const where = `Field "${field}" of input class ${owner.name}`;
  if (!type?.typeFunction) {
    throw new ConfigError(`${where} has @ValidateNested() but no @Type(() => ItsClass), so nothing would be validated`);
  }
  if (type.options?.discriminator)
    throw new ConfigError(`${where} has a discriminator; a tool's input cannot have one`);
  return type.typeFunction() as InputClass;
}

/** A field that the class itself fills may be left out. */
function defaultsOf(input: InputClass): Record<string, unknown> {
  try {
    return Object.fromEntries(Object.entries(new input()).filter(([, value]) => value !== undefined));
  } catch (cause) {
    throw new ConfigError(`Input class ${input.name} must be constructible without arguments`, { cause });
  }
}

/** A bound says what it bounds when no other decorator does. */
function withType(schema: FieldSchema): FieldSchema {
  const items = schema.items && withType(schema.items);
  const whole = items ? { ...schema, items } : schema;
  if (whole.type !== undefined || whole.enum || whole.oneOf || whole.anyOf) return whole;
  if (NUMBER_KEYWORDS.some((keyword) => keyword in whole)) return { type: 'number', ...whole };
  return 'minLength' in whole ? { type: 'string', ...whole } : whole;
}

const NUMBER_KEYWORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
