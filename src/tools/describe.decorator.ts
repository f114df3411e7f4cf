import { JSONSchema } from 'class-validator-jsonschema';

/**
 * Says in the tool's schema what a field means: `@Describe('Order number as printed on the invoice', { examples: ['88231'] })`.
 * It replaces a `@JSONSchema` on the same field.
 */
export const Describe = (description: string, options: { examples?: readonly unknown[] } = {}): PropertyDecorator =>
  JSONSchema((schema) => ({
    ...schema,
    description,
    ...(options.examples && { examples: [...options.examples] }),
  })) as PropertyDecorator;
