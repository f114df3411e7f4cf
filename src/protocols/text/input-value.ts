import { unfence } from '../fences';
import { stripEndTokens } from '../leaked-tokens';
import { readJson } from '../lenient-json';

/** An input that starts as a JSON object and cannot be read as one. */
export const BAD_JSON = Symbol('bad JSON');

/** What an action input means: an object when the text is one, else the string without fence, quotes and leaked tokens. */
export function readInput(raw: string): unknown {
  const text = stripEndTokens(raw).trim();
  const fenced = unfence(text);
  if (fenced && !fenced.rest.includes('```')) {
    const inner = stripBlankLines(fenced.inner);
    return objectIn(inner.trim()) ?? inner;
  }
  return objectIn(text) ?? unquoted(withoutLoneFence(text));
}

/** A closing fence whose opening one stood before the label. */
function withoutLoneFence(text: string): string {
  return text.endsWith('\n```') && text.indexOf('```') === text.length - 3 ? text.slice(0, -3).trimEnd() : text;
}

/** The object that `text` is, `BAD_JSON` when it was meant to be one, undefined for any other text. */
function objectIn(text: string): unknown {
  if (text[0] !== '{') return undefined;
  const next = text.slice(1, 2000).trimStart();
  const meant = next === '' || '"\'“‘}'.includes(next[0] as string);
  if (!meant && !/^[\p{L}_$][\p{L}\p{N}_$]{0,63}\s{0,8}[:：]/u.test(next)) return undefined;
  const read = readJson(text, 0);
  if (read && !Array.isArray(read.value)) return read.value;
  return meant ? BAD_JSON : undefined;
}

/** `"population of Braga"` without its quotes; `"a" OR "b"` as it is. */
function unquoted(text: string): unknown {
  const quote = text[0] ?? '';
  if (text.length < 2 || !`"'\``.includes(quote) || text.at(-1) !== quote) return text;
  const inner = text.slice(1, -1);
  if (!inner.includes(quote)) return inner;
  return quote === '"' ? encodedTwice(text) : text;
}

/** A JSON string with escaped quotes is taken apart; when it holds an object, that is the input. */
function encodedTwice(text: string): unknown {
  try {
    const inner = (JSON.parse(text) as string).trim();
    const read = inner.startsWith('{') ? readJson(inner, 0) : undefined;
    return read?.value ?? inner;
  } catch {
    return text;
  }
}

/** Indentation of the first line stays. */
export function stripBlankLines(text: string): string {
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    if (text.slice(start, end).trim() !== '') break;
    start = end + 1;
  }
  return text.slice(start).trimEnd();
}
