import { isTainted, type Run } from '../core/run';
import type { UntrustedPart } from '../core/tool';
import { inputValuesOf } from './input-values';
import { isDense, isEdge, lettersOf, weightOf, type Letters } from './letters';

/** Parts that are shown of one call, and characters of each. */
const MAX_PARTS = 20;
const MAX_PART_CHARS = 200;

/** Characters of untrusted text that are searched for the parts of one call, the newest first. */
const MAX_READ_CHARS = 500_000;

/** A part of a text that is long enough not to be there by chance, in Latin letters: three words, or six Chinese characters. */
const MIN_PART = 16;

/** A whole value, a number or an address, in the same measure. What is shorter (a quantity, `yes`) stands in nearly every text. */
const MIN_VALUE = 4;

/** Units that are looked up at once. `MIN_PART` has at least as many. */
const GRAM = 6;

/** A text that the model had before it when it made a call. */
interface Source {
  readonly callId?: string;
  readonly content: string;
}

/** A piece of an input that an untrusted text may have: from unit `from` of a value to before `to`. */
interface Piece {
  readonly value: Value;
  readonly from: number;
  readonly to: number;
}

interface Value {
  readonly pointer: string;
  readonly raw: string;
  readonly letters: Letters;
  readonly isFound: Uint8Array;
}

/** Whether untrusted text was in the context when the model proposed the calls of the last step, so what these observed does not count. */
export const isProposedAfterUntrusted = (run: Run): boolean => isTainted({ ...run, steps: run.steps.slice(0, -1) });

/**
 * What of an input the untrusted texts before it have too, letter for letter: parts of `MIN_PART`, and whole values, numbers and
 * addresses of `MIN_VALUE`. In time that grows with the length of the texts. What was reworded, translated or encoded is not found.
 */
export function untrustedPartsOf(run: Run, input: object, schema: unknown): UntrustedPart[] {
  const values = inputValuesOf(input, schema).map(({ pointer, text: raw }): Value => ({
    pointer,
    raw,
    ...searchable(raw),
  }));
  const grams = gramsOf(values);
  const words = wordsOf(values);
  const found: (Piece & { source: Source })[] = [];
  let left = MAX_READ_CHARS;
  for (const source of sourcesOf(run)) {
    if (left <= 0 || found.length >= MAX_PARTS) break;
    const letters = lettersOf(source.content.slice(0, left));
    left -= source.content.length;
    for (const piece of [...longPieces(values, grams, letters), ...wholeWords(words, letters)]) {
      if (found.length >= MAX_PARTS) break;
      if (isKnown(piece)) continue;
      piece.value.isFound.fill(1, piece.from, piece.to);
      found.push({ ...piece, source });
    }
  }
  const order = (one: Piece, other: Piece): number =>
    values.indexOf(one.value) - values.indexOf(other.value) || one.from - other.from;
  return found.sort(order).map(shown);
}

function searchable(raw: string): Pick<Value, 'letters' | 'isFound'> {
  const letters = lettersOf(raw);
  return { letters, isFound: new Uint8Array(letters.text.length) };
}

/** Newest first. */
function sourcesOf({ history, untrustedFrom = history.length, steps }: Run): Source[] {
  const observed = steps
    .slice(0, -1)
    .flatMap(({ actions }) =>
      actions.flatMap(({ call, observation }): Source[] =>
        observation?.untrusted ? [{ callId: call.id, content: observation.content }] : [],
      ),
    );
  const answers = history.slice(untrustedFrom).filter(({ role }) => role === 'assistant');
  return [...answers.map(({ content }): Source => ({ content: String(content ?? '') })), ...observed].reverse();
}

const gramsOf = (values: readonly Value[]): Set<string> => {
  const grams = new Set<string>();
  for (const { letters } of values)
    for (let at = 0; at + GRAM <= letters.text.length; at++) grams.add(letters.text.slice(at, at + GRAM));
  return grams;
};

/** Stretches of a value all of whose grams the text has. */
function* longPieces(values: readonly Value[], grams: ReadonlySet<string>, { text }: Letters): Generator<Piece> {
  const hits = new Set<string>();
  for (let at = 0; at + GRAM <= text.length; at++) {
    const gram = text.slice(at, at + GRAM);
    if (grams.has(gram)) hits.add(gram);
  }
  if (hits.size === 0) return;
  for (const value of values) {
    const own = value.letters.text;
    for (let from = 0, at = 0; at + GRAM <= own.length + 1; at++) {
      if (hits.has(own.slice(at, at + GRAM))) continue;
      const to = at - 1 + GRAM;
      if (at > from && weightOf(own.slice(from, to)) >= MIN_PART) yield { value, from, to };
      from = at + 1;
    }
  }
}

/** Short whole values, and words with a digit or an `@` in longer ones, by their letters. */
function wordsOf(values: readonly Value[]): Map<string, Piece[]> {
  const words = new Map<string, Piece[]>();
  const add = (value: Value, from: number, to: number): void => {
    const word = value.letters.text.slice(from, to);
    const weight = weightOf(word);
    if (weight < MIN_VALUE || weight >= MIN_PART) return;
    const namesakes = words.get(word);
    if (namesakes) namesakes.push({ value, from, to });
    else words.set(word, [{ value, from, to }]);
  };
  for (const value of values) {
    const { text, gaps, from: offsets } = value.letters;
    add(value, 0, text.length);
    for (let from = 0, at = 1; at <= text.length; at++) {
      const isOver =
        at === text.length || gaps[at] === 'break' || isDense(text.charAt(at)) !== isDense(text[at - 1] ?? '');
      if (!isOver) continue;
      const raw = value.raw.slice(offsets[from], offsets[at]);
      if (!(from === 0 && at === text.length) && /[\p{N}@]/u.test(raw)) add(value, from, at);
      from = at;
    }
  }
  return words;
}

function* wholeWords(words: ReadonlyMap<string, readonly Piece[]>, letters: Letters): Generator<Piece> {
  const lengths = new Map<string, Set<number>>(); // by the first two units
  for (const word of words.keys()) {
    const start = word.slice(0, 2);
    lengths.set(start, (lengths.get(start) ?? new Set()).add(word.length));
  }
  const { text } = letters;
  const seen = new Set<string>();
  for (let at = 0; at < text.length; at++) {
    for (const length of lengths.get(text.slice(at, at + 2)) ?? []) {
      const word = text.slice(at, at + length);
      if (seen.has(word) || !words.has(word) || !isEdge(letters, at) || !isEdge(letters, at + length)) continue;
      seen.add(word);
      yield* words.get(word) ?? [];
    }
  }
}

/** Of a pair that was cut in two. */
const HALF_PAIR = /[\ud800-\udbff]$/;

const isKnown = ({ value, from, to }: Piece): boolean => value.isFound.subarray(from, to).every((unit) => unit === 1);

function shown({ value, from, to, source }: Piece & { source: Source }): UntrustedPart {
  const { pointer, raw, letters } = value;
  const text = raw.slice(letters.from[from], letters.to[to - 1]);
  const { callId } = source;
  return {
    pointer,
    ...(callId !== undefined && { callId }),
    text: text.length > MAX_PART_CHARS ? `${text.slice(0, MAX_PART_CHARS).replace(HALF_PAIR, '')}…` : text,
  };
}
