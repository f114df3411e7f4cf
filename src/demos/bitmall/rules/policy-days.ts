import type { Article } from './observed';

/** A limit as an article states it. */
export interface DayLimit {
  readonly days: number;
  readonly title: string;
  /** The sentence that states it. */
  readonly sentence: string;
}

const SENTENCE_ENDS = '。；;！!？?\n';
const NUMERALS = '零一二三四五六七八九十';

/**
 * The first sentence, in the articles' order, that holds a word of each group and a number of days.
 * Sentences about what is left after the limit (超过…) or is excluded (不支持…) state no limit.
 */
export function dayLimit(articles: readonly Article[], ...groups: (readonly string[])[]): DayLimit | undefined {
  for (const { title, text } of articles) {
    for (const sentence of sentencesOf(text)) {
      if (['超过', '不支持'].some((word) => sentence.includes(word))) continue;
      if (!groups.every((group) => group.some((word) => sentence.includes(word)))) continue;
      const days = daysIn(sentence);
      if (days !== undefined) return { days, title, sentence };
    }
  }
  return undefined;
}

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let current = '';
  for (const character of text) {
    if (SENTENCE_ENDS.includes(character)) {
      if (current.trim()) sentences.push(current.trim());
      current = '';
    } else current += character;
  }
  return current.trim() ? [...sentences, current.trim()] : sentences;
}

/** The number before the first 天 or 日 that has one: `15 天`, `７日`, `十五天`. */
function daysIn(sentence: string): number | undefined {
  const characters = [...sentence.normalize('NFKC')];
  for (const [index, character] of characters.entries()) {
    if (character !== '天' && character !== '日') continue;
    const days = numberBefore(characters, index);
    if (days !== undefined) return days;
  }
  return undefined;
}

function numberBefore(characters: readonly string[], end: number): number | undefined {
  let last = end;
  while (last > 0 && [' ', '个'].includes(characters[last - 1] ?? '')) last -= 1;
  let first = last;
  while (first > 0 && isNumeral(characters[first - 1] ?? '')) first -= 1;
  const numeral = characters.slice(first, last).join('');
  if (numeral === '') return undefined;
  return Number.isInteger(Number(numeral)) ? Number(numeral) : chineseNumber(numeral);
}

const isNumeral = (character: string): boolean =>
  (character >= '0' && character <= '9') || NUMERALS.includes(character);

/** From 零 to 九十九. */
function chineseNumber(numeral: string): number | undefined {
  const [tens, ones, ...rest] = numeral.split('十');
  const digit = (text: string): number => (text === '' ? NaN : NUMERALS.indexOf(text));
  if (rest.length > 0 || tens === undefined) return undefined;
  const value =
    ones === undefined ? digit(tens) : 10 * (tens === '' ? 1 : digit(tens)) + (ones === '' ? 0 : digit(ones));
  return Number.isInteger(value) && value >= 0 ? value : undefined;
}
