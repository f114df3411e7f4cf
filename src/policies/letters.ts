/**
 * The letters and digits of a text in one spelling: without regard to case, full width, accents, white space, signs between them and
 * JSON escapes of whatever depth. The arrays have an entry for each UTF-16 unit of `text`.
 */
export interface Letters {
  readonly text: string;
  /** Where the unit comes from, as offsets into the source. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** What stood between the unit and the one before it. */
  readonly gaps: readonly Gap[];
}

/** Nothing; a sign that numbers, names and addresses have inside (`-`, `.`, `@`); or the end of a word. */
export type Gap = 'none' | 'sign' | 'break';

const SIGNS = new Set('-_.@+/');

/** In linear time. */
export function lettersOf(source: string): Letters {
  const from: number[] = [];
  const to: number[] = [];
  const gaps: Gap[] = [];
  const known = new Map<string, string>();
  let text = '';
  let gap: Gap = 'break';
  for (let at = 0; at < source.length;) {
    const { character, length } = characterAt(source, at);
    const letters = foldedOf(character, known);
    for (let unit = 0; unit < letters.length; unit++) {
      from.push(at);
      to.push(at + length);
      gaps.push(gap);
      gap = 'none';
    }
    text += letters;
    if (letters === '') gap = gap !== 'break' && SIGNS.has(character) ? 'sign' : 'break';
    at += length;
  }
  return { text, from, to, gaps };
}

/** One character, or an escape of one: `\n` and `\\n` alike, as JSON in a string of JSON has it. */
function characterAt(source: string, at: number): { character: string; length: number } {
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
  if (character !== '\\') return { character, length: character.length };
  let end = at;
  while (source[end] === '\\') end++;
  const hex = source[end] === 'u' ? source.slice(end + 1, end + 5) : '';
  if (/^[0-9a-f]{4}$/i.test(hex))
    return { character: String.fromCharCode(Number.parseInt(hex, 16)), length: end + 5 - at };
  return { character: '\n', length: end - at + Number('bfnrt'.includes(source[end] ?? '-')) };
}

/** Empty for what is neither letter nor digit. */
function foldedOf(character: string, known: Map<string, string>): string {
  const code = character.charCodeAt(0);
  if (code >= 0x4e00 && code <= 0x9fff) return character;
  let folded = known.get(character);
  if (folded === undefined) {
    folded = character
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
    known.set(character, folded);
  }
  return folded;
}

/** From here on scripts put no spaces between words, and a character says about as much as three Latin letters. */
const DENSE = '\u2e80';

export const isDense = (unit: string): boolean => unit >= DENSE;

/** How much a text says, in Latin letters. */
export function weightOf(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length; at++) weight += isDense(text.charAt(at)) ? 3 : 1;
  return weight;
}

/** Whether a word, or a character of a script without spaces, ends before the unit at `at`. */
export const isEdge = ({ text, gaps }: Letters, at: number): boolean =>
  at <= 0 || at >= text.length || gaps[at] !== 'none' || isDense(text.charAt(at - 1)) || isDense(text.charAt(at));
