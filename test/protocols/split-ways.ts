import type { Decision } from '../../src/core/protocol';
import { chunksOf } from './preview';
import { randomNumbers } from './random';

const random = randomNumbers(20261130);

/** How a reply may arrive. */
export const WAYS_TO_SPLIT: [string, (text: string) => Iterable<string>][] = [
  ['one code point at a time', (text) => text],
  ['one UTF-16 unit at a time', (text) => text.split('')],
  ['in random chunks', (text) => chunksOf(text, () => 1 + random(9))],
  ['in random UTF-8 bytes', (text) => decoded(text, () => 1 + random(5))],
  ['in one piece', (text) => [text]],
];

function* decoded(text: string, size: () => number): Iterable<string> {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let at = 0; at < bytes.length;) {
    const length = size();
    yield decoder.decode(bytes.subarray(at, at + length), { stream: true });
    at += length;
  }
  yield decoder.decode();
}

export const without = (decision: Decision, ...fields: ('reasoning' | 'discarded')[]): object =>
  Object.fromEntries(Object.entries(decision).filter(([key]) => !fields.some((field) => field === key)));
