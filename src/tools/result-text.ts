import type { CutText } from './cut-text';

/** Nested deeper, or wider than so many values, a result is not written out. */
const MAX_DEPTH = 32;
const MAX_VALUES = 250_000;

/** A long string is quoted piece by piece, so that no second copy of it is made. */
const PIECE = 16_384;

/**
 * Writes any value as text: a string as it is, the rest like JSON. Unlike `JSON.stringify` it never throws, writes what JSON
 * cannot hold (BigInt, Map, Set, circles, binary data) in a readable way, and copies at most what `out` keeps.
 */
export function writeResult(value: unknown, out: CutText): void {
  if (typeof value === 'string') out.push(value);
  else if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'number') out.push(String(value));
  else if (typeof value === 'function') out.push('[function]');
  else new ResultWriter(out).write(value, '', 0);
}

class ResultWriter {
  readonly #open = new Set<object>();
  #values = 0;

  constructor(private readonly out: CutText) {}

  write(value: unknown, key: string, depth: number): void {
    if (++this.#values > MAX_VALUES) return this.out.push('"[…]"');
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'bigint') return this.#text(String(value));
    if (typeof value === 'number' || typeof value === 'boolean') return this.out.push(JSON.stringify(value));
    if (typeof value !== 'object' || value === null) return this.out.push('null');
    if (this.#open.has(value)) return this.#text('[circular]');
    if (depth >= MAX_DEPTH) return this.#text('[too deep]');
    this.#open.add(value);
    try {
      const plain = plainOf(value, key);
      if (Array.isArray(plain)) this.#list(plain, depth);
      else if (typeof plain === 'object' && plain !== null && (plain === value || !this.#open.has(plain)))
        this.#fields(plain, depth);
      else this.write(plain, key, depth + 1);
    } catch {
      this.#text('[unreadable]');
    }
    this.#open.delete(value);
  }

  #list(list: readonly unknown[], depth: number): void {
    this.out.push('[');
    for (let index = 0; index < list.length && this.#values <= MAX_VALUES; index++) {
      if (index > 0) this.out.push(',');
      this.write(readProperty(list, index), String(index), depth + 1);
    }
    this.out.push(']');
  }

  #fields(value: object, depth: number): void {
    const keys = Object.keys(value);
    this.out.push('{');
    let first = true;
    for (const key of keys) {
      if (this.#values > MAX_VALUES) break;
      const field = readProperty(value, key);
      if (field === undefined || typeof field === 'function' || typeof field === 'symbol') continue;
      if (!first) this.out.push(',');
      first = false;
      this.#text(key);
      this.out.push(':');
      this.write(field, key, depth + 1);
    }
    this.out.push('}');
  }

  #text(text: string): void {
    if (text.length <= PIECE) return this.out.push(JSON.stringify(text));
    this.out.push('"');
    for (let start = 0; start < text.length;) {
      let end = Math.min(start + PIECE, text.length);
      if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--;
      this.out.push(JSON.stringify(text.slice(start, end)).slice(1, -1));
      start = end;
    }
    this.out.push('"');
  }
}

/** What stands for an object in JSON; a list, an object of fields, or a simple value. */
function plainOf(value: object, key: string): unknown {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[binary data, ${value.byteLength} bytes]`;
  if (value instanceof Map)
    return [...value.keys()].every((name) => typeof name === 'string') ? Object.fromEntries(value) : [...value];
  if (value instanceof Set) return [...value];
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return (toJSON as (key: string) => unknown).call(value, key);
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf();
  return value;
}

/** One field that throws when it is read does not cost the others. */
function readProperty(value: object, key: string | number): unknown {
  try {
    return (value as Record<string | number, unknown>)[key];
  } catch {
    return '[unreadable]';
  }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
