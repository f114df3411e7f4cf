/**
 * JSON with the keys of objects in one order: `{"b":1,"a":2}` and `{"a":2,"b":1}` are the same input. Maps and sets, for which JSON
 * has no more than `{}`, are told by what they hold.
 */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (inner instanceof Map || inner instanceof Set) return [inner.constructor.name, ...inner];
    return isPlainObject(inner) ? sorted(inner) : inner;
  }) ?? 'undefined';

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without a prototype: a key `__proto__` stays a key. */
const sorted = (object: Record<string, unknown>): object =>
  Object.assign(Object.create(null) as object, Object.fromEntries(Object.entries(object).sort(byKey)));

const byKey = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);
