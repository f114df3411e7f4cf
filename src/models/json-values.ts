export type JsonObject = Record<string, unknown>;

/** What a provider sent as an object; undefined for anything else, arrays included. */
export const objectOf = (value: unknown): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Whether objects and lists are nested deeper than `depth`; without recursion. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  let level = isNested(value) ? [value] : [];
  for (let left = depth; level.length > 0; left -= 1) {
    if (left === 0) return true;
    level = level.flatMap((item) => Object.values(item).filter(isNested));
  }
  return false;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
