const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export interface StringPart {
  /** Decoded; a pair of `\u` escapes may come as two halves. */
  readonly text: string;
  /** Where in the chunk reading stopped. */
  readonly end: number;
  readonly state: 'open' | 'closed' | 'broken';
}

/** Decodes the content of a strict JSON string piece by piece, after its opening quote. An escape may be cut anywhere. */
export class JsonStringReader {
  /** The escape that has begun, with its backslash. */
  #escape = '';

  push(chunk: string, from: number): StringPart {
    const out: string[] = [];
    let at = from;
    while (at < chunk.length) {
      if (this.#escape !== '') {
        const decoded = this.#escapeWith(chunk[at++] as string);
        if (decoded === undefined) return { text: out.join(''), end: at, state: 'broken' };
        out.push(decoded);
        continue;
      }
      const plain = plainEnd(chunk, at);
      if (plain > at) out.push(chunk.slice(at, plain));
      at = plain + 1;
      if (plain >= chunk.length) break;
      if (chunk[plain] === '"') return { text: out.join(''), end: at, state: 'closed' };
      if (chunk[plain] !== '\\') return { text: out.join(''), end: at, state: 'broken' };
      this.#escape = '\\';
    }
    return { text: out.join(''), end: chunk.length, state: 'open' };
  }

  /** What the escape with `char` added decodes to; empty while it is unfinished, undefined when it is none. */
  #escapeWith(char: string): string | undefined {
    this.#escape += char;
    if (this.#escape.length === 2) {
      if (char === 'u') return '';
      this.#escape = '';
      return ESCAPES[char];
    }
    if (!'0123456789abcdefABCDEF'.includes(char)) return undefined;
    if (this.#escape.length < 6) return '';
    const unit = Number.parseInt(this.#escape.slice(2), 16);
    this.#escape = '';
    return String.fromCharCode(unit);
  }
}

/** The first quote, backslash or control character from `at` on. */
function plainEnd(chunk: string, at: number): number {
  let end = at;
  while (end < chunk.length) {
    const unit = chunk.charCodeAt(end);
    if (unit === 34 || unit === 92 || unit < 32) break;
    end += 1;
  }
  return end;
}
