/** No field of this API nests deeper; class-transformer recurses, so that 50,000 brackets would overflow its stack. */
const MAX_DEPTH = 8;

/** Names that a copy of the body would take for its prototype; validation passes over them in silence. */
const FORGED = ['__proto__', 'constructor', 'prototype'];

/** What makes a parsed body unfit to be validated at all, by JSON pointer; undefined for a fit one. */
export function faultOfShape(body: unknown): { pointer: string; detail: string } | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { pointer: '#', detail: 'expected a JSON object' };
  }
  let level: [pointer: string, value: object][] = [['#', body]];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return { pointer: '#', detail: `nested deeper than ${MAX_DEPTH}` };
    const below: typeof level = [];
    for (const [pointer, value] of level) {
      const forged = FORGED.find((name) => Object.hasOwn(value, name));
      if (forged !== undefined) return { pointer: `${pointer}/${forged}`, detail: 'unknown field' };
      for (const [name, child] of Object.entries(value) as [string, unknown][]) {
        if (typeof child === 'object' && child !== null) below.push([`${pointer}/${escapedPointer(name)}`, child]);
      }
    }
    level = below;
  }
  return undefined;
}

/** RFC 6901, and no longer than a reader needs. */
export const escapedPointer = (property: string): string =>
  property.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1');
