import { BadRequestError } from '../core/errors';

export interface Fault {
  /** RFC 6901, as a URI fragment. */
  readonly pointer: string;
  readonly detail: string;
}

/** No field of this API nests deeper; class-transformer recurses, so that 50,000 brackets would overflow its stack. */
const MAX_DEPTH = 8;

/** What makes a parsed body unfit to be validated at all; undefined for a fit one. */
export function faultOfShape(body: unknown): Fault | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { pointer: '#', detail: 'expected a JSON object' };
  }
  let level: [pointer: string, value: object][] = [['#', body]];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return { pointer: '#', detail: `nested deeper than ${MAX_DEPTH}` };
    const below: typeof level = [];
    for (const [pointer, value] of level) {
      const forged = faultOfNames(value, pointer);
      if (forged) return forged;
      for (const [name, child] of Object.entries(value) as [string, unknown][]) {
        if (typeof child === 'object' && child !== null) below.push([`${pointer}/${escapedPointer(name)}`, child]);
      }
    }
    level = below;
  }
  return undefined;
}

/** A field whose name every object has from its prototype: validation takes it for a known one, or passes over it. */
export function faultOfNames(value: object, pointer: string): Fault | undefined {
  const forged = Object.keys(value).find((name) => name in Object.prototype || name === 'prototype');
  return forged === undefined ? undefined : { pointer: `${pointer}/${forged}`, detail: 'unknown field' };
}

export function badRequest(faults: readonly Fault[]): BadRequestError {
  const message = faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; ');
  return new BadRequestError(message.slice(0, 1000), faults.slice(0, 20));
}

/** RFC 6901, and no longer than a reader needs. */
export const escapedPointer = (property: string): string =>
  property.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1');
