/** What the server is asked to stop at, and may have written in part. */
const STOP_WORDS = ['Observation:', '观察:', '观察：'];

/** At most four go on the wire; all of them start a line. */
export const STOP_SEQUENCES: readonly string[] = STOP_WORDS.map((word) => `\n${word}`);

/** The text without a stop word that the server cut in the middle: its last line, when that begins a stop word. */
export function trimStopWord(text: string, minChars = 2): string {
  const end = text.trimEnd();
  const lineStart = end.lastIndexOf('\n') + 1;
  const line = end.slice(lineStart, lineStart + 20).trim();
  const isCut = lineStart > 0 && end.length - lineStart <= 20 && beginsStopWord(line, minChars);
  return isCut ? end.slice(0, lineStart) : text;
}

export const isStopWord = (text: string): boolean => text.length <= 20 && beginsStopWord(text, 1);

/** Whether a line is the beginning of a stop word, at least `minChars` of it or all but its colon. */
export function beginsStopWord(line: string, minChars: number): boolean {
  const bare = line.startsWith('**') ? line.slice(2) : line;
  return STOP_WORDS.some((word) => word.startsWith(bare) && bare.length >= Math.min(minChars, word.length - 1));
}

/**
 * Cuts `12 * 7 Observation: 84` before the made-up observation. Where the word is spoken of, as in `the Observation: label` or
 * in a comment, it is data.
 */
export function cutMadeUpObservation(input: string): string {
  const lineStart = input.trimEnd().lastIndexOf('\n') + 1;
  const marks = [' Observation:', ' Observation：'].map((mark) => input.indexOf(mark, lineStart));
  const at = Math.min(...marks.filter((mark) => mark > lineStart));
  if (at === Infinity) return input;
  const before = input.slice(lineStart, at).trimEnd();
  const line = before.toLowerCase();
  const word = line.slice(line.lastIndexOf(' ') + 1);
  const isSpokenOf =
    FUNCTION_WORDS.has(word) || !endsToken(before) || line.includes('action:') || line.includes('thought:');
  return isSpokenOf || hasOpenQuote(before) ? input : input.slice(0, at);
}

/** Words after which `Observation:` or `Final Answer:` is spoken of, not written. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  'a an the of and or between with to in for is as by from this that my its your no any word words label labels term field section called named says write writing give giving'.split(
    ' ',
  ),
);

const endsToken = (text: string): boolean => /[\p{L}\p{N})\]}"'`;]$/u.test(text.slice(-2));

const hasOpenQuote = (text: string): boolean => ['"', '`'].some((quote) => text.split(quote).length % 2 === 0);
