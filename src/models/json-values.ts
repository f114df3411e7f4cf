export type JsonObject = Record<string, unknown>;

/** What a provider sent as an object; undefined for anything else, arrays included. */
export const objectOf = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
