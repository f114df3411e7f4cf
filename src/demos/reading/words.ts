/** Words of one meaning, written on lines for the eye. */
export const words = (...lines: string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

export const hasAny = (text: string, some: readonly string[]): boolean => some.some((word) => text.includes(word));

/** The text with a blank for each of the words, longer ones first. */
export const without = (text: string, some: readonly string[]): string =>
  [...some].sort((a, b) => b.length - a.length).reduce((rest, word) => rest.replaceAll(word, ' '), text);

/** Full-width signs and capitals as a keyboard's plain ones. */
export const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
