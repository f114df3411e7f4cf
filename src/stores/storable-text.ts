/*
 * What a store cannot keep is replaced by U+FFFD before it gets there: libsql cuts text at NUL when it reads it back, and
 * Postgres refuses NUL and, in jsonb, lone surrogates. Both come from models and users, so neither may be an error.
 */

const REPLACEMENT = '\uFFFD';

/** `value` as JSON that every store gives back unchanged. Keys are treated like values. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  return isSuspect(json) ? replaced(json) : json;
}

/** `text` as every store gives it back unchanged. */
export function storableText(text: string): string {
  const json = JSON.stringify(text);
  return isSuspect(json) ? String(JSON.parse(replaced(json))) : text;
}

/**
 * JSON.stringify writes NUL as \u0000 and escapes surrogates only when they are alone. An escaped backslash before such
 * letters also matches. One pass of a pattern without repetition costs a third of two calls of `includes`.
 */
const isSuspect = (json: string): boolean => /\\u(?:0000|d[89a-f])/.test(json);

function replaced(json: string): string {
  let result = '';
  let copied = 0;
  let at = json.indexOf('\\');
  while (at !== -1) {
    const isForbidden = json[at + 1] === 'u' && (json.startsWith('0000', at + 2) || isSurrogate(json, at + 2));
    if (isForbidden) {
      result += json.slice(copied, at) + REPLACEMENT;
      copied = at + 6;
    }
    at = json.indexOf('\\', at + (isForbidden ? 6 : 2)); // an escape has two characters or six, and the last four are no backslash
  }
  return result + json.slice(copied);
}

const isSurrogate = (json: string, at: number): boolean => json[at] === 'd' && (json[at + 1] ?? '0') >= '8';
