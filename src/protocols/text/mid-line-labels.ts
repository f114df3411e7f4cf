import type { LabelKind } from './labels';

/** More of them are no step that a model meant to write. */
const MAX_LABELS = 32;

export interface MidLineLabel {
  kind: LabelKind;
  start: number;
  valueStart: number;
}

/** Lower case, longest first. */
const NAMES: readonly [string, LabelKind][] = [
  ['action input', 'input'],
  ['action_input', 'input'],
  ['行动输入', 'input'],
  ['动作输入', 'input'],
  ['final answer', 'answer'],
  ['finalanswer', 'answer'],
  ['最终答案', 'answer'],
  ['最终回答', 'answer'],
  ['observation', 'observation'],
  ['观察', 'observation'],
  ['thought', 'thought'],
  ['思考', 'thought'],
  ['action', 'action'],
  ['行动', 'action'],
];
const LONGEST_NAME = 12;
const LAST_CHARS = new Set(NAMES.map(([name]) => name.slice(-1)));

/** Labels inside a line, in order: a fall-back for replies that hold no label at a line start. Reads up to `limit`. */
export function midLineLabels(text: string, limit = text.length): MidLineLabel[] {
  const found: MidLineLabel[] = [];
  for (let colon = 0; colon < limit && found.length < MAX_LABELS; colon += 1) {
    if (text[colon] !== ':' && text[colon] !== '：') continue;
    const label = labelBefore(text, colon);
    if (label) found.push(label);
  }
  return found;
}

function labelBefore(text: string, colon: number): MidLineLabel | undefined {
  const before = text.slice(Math.max(0, colon - LONGEST_NAME - 4), colon);
  const marked = trimMarks(before);
  if (!LAST_CHARS.has(marked.slice(-1).toLowerCase())) return undefined;
  const words = marked.toLowerCase();
  const name = NAMES.find(([candidate]) => words.endsWith(candidate));
  if (!name) return undefined;
  const start = colon - before.length + marked.length - name[0].length;
  if (!isBoundary(text[start - 1])) return undefined;
  return { kind: name[1], start: beforeMarks(text, start), valueStart: afterMarks(text, colon + 1) };
}

/** A label inside a word or in quotes is none. */
const isBoundary = (char: string | undefined): boolean =>
  char === undefined || !/[\p{L}\p{N}"'`“‘「_]/u.test(char) || /\p{Script=Han}/u.test(char);

const trimMarks = (text: string): string => {
  let end = text.length;
  while (end > 0 && ' *'.includes(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
};
const beforeMarks = (text: string, at: number): number => {
  let start = at;
  while (at - start < 2 && text[start - 1] === '*') start -= 1;
  return start;
};
const afterMarks = (text: string, at: number): number => {
  let next = at;
  while (next - at < 2 && text[next] === '*') next += 1;
  return next;
};

/** From where the end of `text` may be the beginning of a label whose rest has yet to come; its length when it cannot. */
export function openLabelAt(text: string): number {
  const lower = text.slice(-LONGEST_NAME - 4).toLowerCase();
  for (let at = 0; at < lower.length; at += 1) {
    const tail = trimMarks(lower.slice(at));
    if (tail !== '' && NAMES.some(([name]) => name.startsWith(tail))) return text.length - lower.length + at;
  }
  return text.length;
}
