import {
  ARRAY_CONTAINS,
  IS_DEFINED,
  IS_DIVISIBLE_BY,
  IS_ENUM,
  IS_IN,
  IS_NEGATIVE,
  IS_NOT_EMPTY,
  IS_NOT_IN,
  IS_POSITIVE,
  MAX,
  MIN,
  ValidationTypes,
} from 'class-validator';
import type { targetConstructorToSchema } from 'class-validator-jsonschema';

type Options = NonNullable<Parameters<typeof targetConstructorToSchema>[1]>;
type Converters = NonNullable<Options['additionalConverters']>;
type Converter = Extract<Converters[string], (...args: never[]) => unknown>;
/** What the package takes as a schema. */
export type Schema = Exclude<ReturnType<Converter>, void>;

/**
 * Where the package's own converters give a model a wrong schema. A bound alone must not set the type, because the last one
 * merged wins (`@Min(1) @IsInt()` became a number, `@IsNotEmpty() @IsArray()` a string); an enum may hold numbers; a custom
 * validator must not leave a `$ref` to `Date` or `Object`.
 */
export const SCHEMA_CONVERTERS: Converters = {
  [MIN]: ({ constraints }) => ({ minimum: constraints?.[0] }),
  [MAX]: ({ constraints }) => ({ maximum: constraints?.[0] }),
  [IS_POSITIVE]: () => exclusive('exclusiveMinimum'),
  [IS_NEGATIVE]: () => exclusive('exclusiveMaximum'),
  [IS_DIVISIBLE_BY]: ({ constraints }) => ({ multipleOf: constraints?.[0] }),
  [IS_NOT_EMPTY]: () => ({ minLength: 1 }),
  [IS_DEFINED]: () => ({}),
  [ValidationTypes.IS_DEFINED]: () => ({}),
  [IS_ENUM]: ({ constraints }) => enumSchema(enumValues(constraints?.[0] as object)),
  [IS_IN]: ({ constraints }) => enumSchema(constraints?.[0] as unknown[]),
  [IS_NOT_IN]: ({ constraints }) => ({ not: enumSchema(constraints?.[0] as unknown[]) }),
  [ARRAY_CONTAINS]: () => ({ type: 'array', items: {} }),
  [ValidationTypes.CUSTOM_VALIDATION]: ({ target, propertyName }) =>
    typeof target === 'function' ? declaredType(target.prototype as object, propertyName) : {},
};

/** JSON Schema 2020 wants a number here; the package's types still know the boolean of draft 4. */
const exclusive = (keyword: string): Schema => ({ [keyword]: 0 });

/** TypeScript maps the members of a numeric enum both ways; only the numbers are values. */
const enumValues = (members: object): unknown[] =>
  Object.entries(members)
    .filter(
      ([name, value]) => !(typeof value === 'string' && (members as Record<string, unknown>)[value] === Number(name)),
    )
    .map(([, value]) => value as unknown);

function enumSchema(values: unknown[]): Schema {
  const types = new Set(values.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)));
  const [only] = types;
  if (types.size === 1 && only !== undefined && ['string', 'integer', 'number', 'boolean'].includes(only)) {
    return { type: only, enum: values } as Schema;
  }
  return { enum: values };
}

/** The type that TypeScript wrote down for a decorated field. */
export const designType = (prototype: object, propertyName: string): unknown =>
  Reflect.getMetadata('design:type', prototype, propertyName) as unknown;

function declaredType(prototype: object, propertyName: string): Schema {
  switch (designType(prototype, propertyName)) {
    case String:
      return { type: 'string' };
    case Number:
      return { type: 'number' };
    case Boolean:
      return { type: 'boolean' };
    case Array:
      return { type: 'array', items: {} };
    default:
      return {};
  }
}
