/**
 * Reads `city=Lisbon, days=3` (also `city: Lisbon`, quotes, full-width signs, one pair per line). Undefined unless every key is
 * a field, each at most once. With one field the rest of the text is its value, commas and all.
 */
export function readKeyValues(text: string, fields: readonly string[]): Record<string, string> | undefined {
  const pairs = new Map<string, string>();
  let key = keyAt(text, 0);
  if (!key) return undefined;
  while (key) {
    if (!fields.includes(key.name) || pairs.has(key.name)) return undefined;
    const start = skipBlanks(text, key.end);
    const value = fields.length === 1 ? { text: text.slice(start), next: text.length } : valueAt(text, start, fields);
    if (!value) return undefined;
    pairs.set(key.name, unquoted(value.text.trim()));
    key = value.next < text.length ? keyAt(text, value.next) : undefined;
    if (!key && value.next < text.length) return undefined;
  }
  return Object.fromEntries(pairs);
}

const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’', '「': '」' };

/** The text without a pair of quotes around all of it. A JSON string is decoded; an inner quote keeps the text as it is. */
export function unquoted(text: string): string {
  const first = text[0] ?? '';
  if (text.length < 2 || QUOTES[first] !== text.at(-1)) return text;
  if (first === '"') {
    try {
      return String(JSON.parse(text));
    } catch {
      // not one JSON string: `"a" and "b"`, or a raw newline
    }
  }
  const inner = text.slice(1, -1);
  return inner.includes(first) || inner.includes(QUOTES[first]!) ? text : inner;
}

interface Key {
  readonly name: string;
  /** Where the value may start. */
  readonly end: number;
  readonly sign: string;
}

/** Bounds how far one look for a key goes, so that a flood of blanks or letters is read once and not once per character. */
const MAX_KEY = 64;

/** A word and an equals sign or a colon; the word has no blank inside. */
function keyAt(text: string, from: number): Key | undefined {
  const start = skipBlanks(text, from, MAX_KEY);
  let end = start;
  while (end < text.length && end - start <= MAX_KEY && isKeyPart(text[end]!)) end++;
  const signAt = skipBlanks(text, end, MAX_KEY);
  const sign = text[signAt] ?? '';
  if (end === start || !'=＝:：'.includes(sign) || sign === '') return undefined;
  // `https://…` and `a == b` are no pairs
  const after = text[signAt + 1] ?? '';
  if (after === '=' || (sign === ':' && after === '/')) return undefined;
  return { name: unquoted(text.slice(start, end)), end: signAt + 1, sign };
}

const isKeyPart = (char: string): boolean => !isBlank(char) && !'=＝:：,，;；、{}[]()（）'.includes(char);

/** Up to the separator before the next key. Undefined when a quoted value is not followed by one. */
function valueAt(text: string, start: number, fields: readonly string[]): { text: string; next: number } | undefined {
  const closer = QUOTES[text[start] ?? ''];
  if (closer) {
    const end = text.indexOf(closer, start + 1);
    const next = end < 0 ? -1 : afterSeparator(text, end + 1);
    return next < 0 ? undefined : { text: text.slice(start, end + 1), next };
  }
  for (let index = start; index < text.length; index++) {
    const char = text[index]!;
    if (isSeparator(char)) {
      const key = keyAt(text, index + 1);
      if (key) return { text: text.slice(start, index), next: index + 1 };
    } else if (isBlank(char) && !isBlank(text[index + 1] ?? '')) {
      // a blank separates only before a field of the tool with its sign right behind it: `city=Lisbon days=3`
      const key = keyAt(text, index);
      if (key && '=＝'.includes(key.sign) && fields.includes(key.name))
        return { text: text.slice(start, index), next: index + 1 };
    }
  }
  return { text: withoutTrailingSeparator(text.slice(start)), next: text.length };
}

/** Index behind a separator, the end of the text when only blanks follow, -1 for anything else. */
function afterSeparator(text: string, from: number): number {
  let index = from;
  while (index < text.length && (isBlank(text[index]!) || isSeparator(text[index]!))) index++;
  return index === from && index < text.length ? -1 : index;
}

function withoutTrailingSeparator(text: string): string {
  const trimmed = text.trimEnd();
  return ',，;；、'.includes(trimmed.at(-1) ?? ' ') ? trimmed.slice(0, -1) : trimmed;
}

function skipBlanks(text: string, from: number, most = text.length): number {
  let index = from;
  while (index < text.length && index - from < most && isBlank(text[index]!)) index++;
  return index;
}

const isBlank = (char: string): boolean => char.trim() === '' && char !== '';

const isSeparator = (char: string): boolean => ',，;；、\n'.includes(char) && char !== '';
