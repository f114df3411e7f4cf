/** A number of a query, digits alone: `Number` would also take 0x10, 1e1 and a space. What is no such number fails the rules. */
export const plainInteger = (value: unknown): number =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
