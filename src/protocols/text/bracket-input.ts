const PAIRS: Readonly<Record<string, string>> = { '[': ']', '【': '】', '［': '］', '(': ')', '（': '）' };

export interface BracketInput {
  inner: string;
  /** What follows the closing bracket. */
  rest: string;
}

/**
 * What the bracket at `at` encloses. Inputs hold brackets of their own, in pairs or alone, so the first closing one is only a
 * guess: it is kept when what follows needs no bracket. Then quoted spans are skipped, and at last the last one is taken.
 * Without any, all of the text is.
 */
export function readBracket(text: string, at: number): BracketInput {
  const open = text[at] as string;
  const close = PAIRS[open] as string;
  const cut = (end: number): BracketInput => ({ inner: text.slice(at + 1, end), rest: text.slice(end + 1) });

  const first = closing(text, at, { open, close });
  if (first !== undefined && isBalanced(text, first + 1, { open, close })) return cut(first);
  const outsideQuotes = closing(text, at, { open, close, skipQuotes: true });
  if (outsideQuotes !== undefined && !text.includes(close, outsideQuotes + 1)) return cut(outsideQuotes);
  const last = text.lastIndexOf(close);
  return last > at ? cut(last) : { inner: text.slice(at + 1), rest: '' };
}

interface Pair {
  open: string;
  close: string;
  skipQuotes?: boolean;
}

function closing(text: string, at: number, { open, close, skipQuotes }: Pair): number | undefined {
  let depth = 0;
  for (let next = at; next < text.length; next += 1) {
    const char = text[next] as string;
    if (char === open) depth += 1;
    else if (char === close && --depth === 0) return next;
    else if (skipQuotes && '"\'`'.includes(char)) next = quoteEnd(text, next);
  }
  return undefined;
}

/** The quote that pairs with the one at `at` in the same line, else `at`: an apostrophe inside a word opens nothing. */
function quoteEnd(text: string, at: number): number {
  const quote = text[at] as string;
  if (quote === "'" && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return at;
  for (let next = at + 1; next < text.length && next - at < MAX_QUOTED && text[next] !== '\n'; next += 1) {
    if (text[next] === quote && text[next - 1] !== '\\') return next;
  }
  return at;
}
const MAX_QUOTED = 500;

function isBalanced(text: string, from: number, { open, close }: Pair): boolean {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === open) depth += 1;
    else if (text[at] === close && --depth < 0) return false;
  }
  return depth === 0;
}
