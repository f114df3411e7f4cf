/**
 * A parsed value without keys named `__proto__`, at any depth: whoever copies one with `target[key] = value` later would change
 * the prototype. The very value when it holds none.
 */
export function withoutPrototypeKeys(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(withoutPrototypeKeys);
    return items.some((item, index) => item !== value[index]) ? items : (value as unknown);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const kept = entries
    .filter(([key]) => key !== '__proto__')
    .map(([key, item]) => [key, withoutPrototypeKeys(item)] as const);
  const isSame = kept.length === entries.length && kept.every(([, item], index) => item === entries[index]?.[1]);
  return isSame ? value : Object.fromEntries(kept);
}
