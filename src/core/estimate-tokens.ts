/** About one token per Chinese, Japanese or Korean character and per four others: no tokenizer knows every model. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= FIRST_WIDE) wide++;
  return Math.ceil(wide + (text.length - wide) / 4);
}

/** The beginning of a text, with `…` after it, that is estimated at `tokens` at most; the whole text where it fits. */
export function firstTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  let end = 0;
  for (let quarters = 1; end < text.length; end++) {
    quarters += text.charCodeAt(end) >= FIRST_WIDE ? 4 : 1; // the first quarter is that of the mark
    if (quarters > 4 * tokens) break;
  }
  if (isHighSurrogate(text.charCodeAt(end - 1))) end--; // a character is kept whole or not at all
  return end <= 0 ? '' : `${text.slice(0, end)}…`;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

const FIRST_WIDE = 0x2e80;
