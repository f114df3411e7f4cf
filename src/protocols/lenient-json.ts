import { jsonrepair } from 'jsonrepair';
import { readString } from './json-string';

/** What the JSON-like text at a `{` or `[` turned out to be. */
export interface JsonScan {
  /** After the closing bracket, or the end of the text. */
  end: number;
  /** Every bracket was closed. */
  complete: boolean;
  /** A string never ended: nothing of it may be used. */
  openString: boolean;
  maxDepth: number;
  /** Where lines start inside strings. */
  linesInStrings: number[];
}

/** Deeper inputs are refused: whatever walks over them later may be recursive. */
const MAX_DEPTH = 100;
const MAX_REPAIR_CHARS = 100_000;

/**
 * Finds the end of the value at `start` in one pass, aware of strings in `"`, `'` and curly quotes and of comments. `out`
 * receives the same value with strict strings and half-width marks, without comments.
 */
export function scanJson(text: string, start: number, out?: string[]): JsonScan {
  const scan: JsonScan = { end: text.length, complete: false, openString: false, maxDepth: 0, linesInStrings: [] };
  let depth = 0;
  let last = '';
  for (let at = start; at < text.length;) {
    const char = text[at] as string;
    const comment = commentEnd(text, at);
    if (comment > at) {
      at = comment;
      continue;
    }
    if (char === '"' || ("'“‘`".includes(char) && '{[,:'.includes(last))) {
      const string = readString(text, at);
      for (const line of string.lines) scan.linesInStrings.push(line);
      if (!string.closed) return { ...scan, openString: true };
      out?.push(string.json);
      at = string.end;
      last = '"';
      continue;
    }
    at += 1;
    const mark = char === '：' ? ':' : char === '，' ? ',' : char;
    out?.push(mark);
    if (mark.trim() !== '') last = mark;
    if (mark === '{' || mark === '[') scan.maxDepth = Math.max(scan.maxDepth, ++depth);
    else if ((mark === '}' || mark === ']') && --depth === 0) {
      return { ...scan, end: at, complete: true };
    }
  }
  return scan;
}

/** End of a comment at `at`, else `at`. The `//` of an unquoted address is none. */
function commentEnd(text: string, at: number): number {
  if (text[at] !== '/' || text[at - 1] === ':') return at;
  const mark = text[at + 1];
  if (mark !== '/' && mark !== '*') return at;
  const end = mark === '/' ? text.indexOf('\n', at) : text.indexOf('*/', at);
  return end < 0 ? text.length : mark === '/' ? end : end + 2;
}

export interface JsonRead {
  value: unknown;
  /** Where the value ended. */
  end: number;
}

/**
 * Reads the object or array at `start`: strict JSON first, then what models write instead (single quotes, `True`, comments,
 * a lost last brace). All of it or nothing: undefined when a string is cut or anything is in doubt.
 */
export function readJson(text: string, start: number): JsonRead | undefined {
  const out: string[] = [];
  const scan = scanJson(text, start, out);
  if (scan.openString || scan.maxDepth > MAX_DEPTH) return undefined;
  if (scan.complete) {
    const strict = parse(text.slice(start, scan.end));
    if (strict !== undefined) return { value: strict, end: scan.end };
  }
  const normal = out.join('');
  if (!scan.complete && !endsWhole(normal)) return undefined;
  // what follows a repaired value may be the rest of it: quotes and brackets there mean that the end was misjudged
  if (scan.complete && hasAny(text.slice(scan.end, lineEndAfter(text, scan.end)), '"}')) return undefined;
  const value = parse(normal) ?? repaired(normal);
  return typeof value === 'object' && value !== null ? { value, end: scan.end } : undefined;
}

const hasAny = (text: string, chars: string): boolean => [...chars].some((char) => text.includes(char));
const lineEndAfter = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
};

/** Without its last brackets a value may be completed only when its last part is: `"days": 2`, not `"days":`. */
function endsWhole(normal: string): boolean {
  const end = normal.trimEnd();
  const last = end.at(-1) ?? '';
  if ('"}]'.includes(last) || (last >= '0' && last <= '9')) return true;
  return ['true', 'false', 'null', 'True', 'False', 'None'].some((word) => end.endsWith(word));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function repaired(text: string): unknown {
  if (text.length > MAX_REPAIR_CHARS) return undefined;
  try {
    return parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}
