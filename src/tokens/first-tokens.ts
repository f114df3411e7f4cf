import type { CountTokens } from './prompt-counter';

/** In UTF-16 units; a power of two. */
const LONGEST_STEP = 256;

/**
 * The beginning of a text that has about `tokens` tokens at most, `mark` included, which stands where the text was cut; the whole text
 * where it fits, and nothing where not even a character does. Takes piece after piece, each half as long once one does not fit, so that the text is counted twice at most.
 */
export function firstTokens(text: string, tokens: number, count: CountTokens, mark: string): string {
  if (count(text) <= tokens) return text;
  let left = tokens - count(mark);
  let end = 0;
  for (let step = LONGEST_STEP; step >= 1;) {
    const piece = text.slice(end, end + step);
    const cost = count(piece);
    if (cost <= left && piece !== '') {
      left -= cost;
      end += piece.length;
    } else step /= 2;
  }
  if (isHighSurrogate(text.charCodeAt(end - 1))) end--; // a character is kept whole or not at all
  return end <= 0 ? '' : text.slice(0, end) + mark;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
