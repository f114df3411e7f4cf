interface Fence {
  start: number;
  /** After its line break. */
  end: number;
  char: string;
  length: number;
  /** No info string: may close a block. */
  bare: boolean;
}

/** The fence marks of a text, and which of them close a block. Linear in the text for any order of questions. */
export class Fences {
  readonly #all: Fence[];
  /** Shortest run of each character that is known to find no closing line any more. */
  readonly #unclosed = new Map<string, number>();

  constructor(text: string) {
    this.#all = fencesIn(text);
  }

  /** Where the block that the mark at `at` opens is closed: after the closing line. Undefined when it never is. */
  blockEnd(text: string, at: number): number | undefined {
    if (this.#all.length === 0) return undefined;
    const opener = fenceAt(text, at, lineEnd(text, at) + 1);
    if (!opener) return undefined;
    const failed = this.#unclosed.get(opener.char);
    if (failed !== undefined && opener.length >= failed) return undefined;
    for (let index = this.#firstAfter(at); index < this.#all.length; index += 1) {
      const fence = this.#all[index] as Fence;
      if (closes(fence, opener)) return Math.min(fence.end, text.length);
    }
    this.#unclosed.set(opener.char, opener.length);
    return undefined;
  }

  #firstAfter(at: number): number {
    let low = 0;
    let high = this.#all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#all[middle] as Fence).start > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function fencesIn(text: string): Fence[] {
  const fences: Fence[] = [];
  if (!text.includes('```') && !text.includes('~~~')) return fences;
  for (let start = 0; start < text.length;) {
    const end = lineEnd(text, start) + 1;
    const fence = fenceAt(text, start, end);
    if (fence) fences.push(fence);
    start = end;
  }
  return fences;
}

const closes = (fence: Fence, opener: Fence): boolean =>
  fence.bare && fence.char === opener.char && fence.length >= opener.length;

/** The fence mark that the line `[start, end)` begins with; `end` includes the line break. */
export function fenceAt(text: string, start: number, end: number): Fence | undefined {
  let at = start;
  while (at < end && at - start < 64 && (text[at] === ' ' || text[at] === '\t' || text[at] === '\ufeff')) at += 1;
  const char = text[at];
  if (char !== '`' && char !== '~') return undefined;
  let next = at;
  while (next < end && text[next] === char) next += 1;
  if (next - at < 3) return undefined;
  const info = text.slice(next, end).trim();
  if (info.includes(char)) return undefined; // ```one line```
  return { start: at, end, char, length: next - at, bare: info === '' };
}

/** What a text that starts with a fence mark holds, up to the closing mark or the end; undefined when it starts with none. */
export function unfence(text: string): { inner: string; rest: string } | undefined {
  const opener = fenceAt(text, 0, lineEnd(text, 0) + 1);
  if (!opener) return unfenceLine(text);
  for (const [start, end] of linesOf(text, opener.end)) {
    const fence = fenceAt(text, start, end);
    if (fence && closes(fence, opener)) return { inner: text.slice(opener.end, start), rest: text.slice(end) };
  }
  const inner = text.slice(opener.end);
  const glued = inner.trimEnd(); // …code```
  const mark = opener.char.repeat(opener.length);
  return { inner: glued.endsWith(mark) ? glued.slice(0, -mark.length) : inner, rest: '' };
}

function unfenceLine(text: string): { inner: string; rest: string } | undefined {
  const line = text.trim();
  if (!line.startsWith('```') || !line.endsWith('```') || line.length < 7 || line.includes('\n')) return undefined;
  return { inner: line.slice(3, -3).trim(), rest: '' };
}

/** Position of the line break that ends the line at `at`, or the length. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** `[start, end)` of each line, line break included. */
export function linesOf(text: string, from = 0): [number, number][] {
  const lines: [number, number][] = [];
  for (let start = from; start < text.length;) {
    const end = lineEnd(text, start) + 1;
    lines.push([start, end]);
    start = end;
  }
  return lines;
}
