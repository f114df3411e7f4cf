/**
 * Everything that could move the cursor, change colours or the direction of text: C0 and C1 controls except tab and line feed, DEL,
 * line separators, marks and overrides of direction.
 */
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text from models and tools as a terminal may show it: what it would obey is spelled out, e.g. `\u001b`. */
export const printable = (text: string): string => text.replaceAll('\r\n', '\n').replace(UNPRINTABLE, spelled);

/** The same on one line, cut to `maxLength` code points. */
export function oneLine(text: string, maxLength: number): string {
  const line = printable(text).replaceAll('\n', '\\n').replaceAll('\t', ' ');
  const points = Array.from(line.slice(0, 2 * maxLength + 2)); // a code point has two units at most
  return points.length <= maxLength ? line : `${points.slice(0, maxLength - 1).join('')}…`;
}

/**
 * Where a piece of a longer text may be cut off for now: before the first half of a line end or of a surrogate pair, whose
 * second half is in the next piece.
 */
export function wholeLength(piece: string): number {
  const last = piece.charCodeAt(piece.length - 1);
  const isHalf = last === 0x0d || (last >= 0xd800 && last <= 0xdbff);
  return isHalf ? piece.length - 1 : piece.length;
}

const spelled = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
