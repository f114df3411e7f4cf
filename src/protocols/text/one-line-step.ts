import type { ToolNames } from '../tool-names';
import type { Label } from './labels';
import { midLineLabels, type MidLineLabel } from './mid-line-labels';
import { readAction, withInput } from './read-action';
import { cleanAnswer } from './read-labels';
import type { Reading } from './reading';
import { cutMadeUpObservation, FUNCTION_WORDS } from './stop-words';

/** `Thought: quick sum Action: Calculator Action Input: 40 + 2`, all in one line. `labels` are those at line starts. */
export function readOneLine(text: string, labels: readonly Label[], tools: ToolNames): Reading | undefined {
  const found = midLineLabels(text);
  for (const [index, label] of found.entries()) {
    const reading =
      label.kind === 'action'
        ? readStep(text, found, index, tools)
        : label.kind === 'answer'
          ? readAnswer(text, label, labels)
          : undefined;
    if (!reading) continue;
    return { ...reading, thought: thoughtBefore(text, labels, label.start) };
  }
  return undefined;
}

/** Only a registered tool counts, and without any label at a line start only with an input label. */
function readStep(text: string, found: readonly MidLineLabel[], index: number, tools: ToolNames): Reading | undefined {
  const label = found[index] as MidLineLabel;
  const next = found[index + 1];
  const input = next?.kind === 'input' ? next : undefined;
  const raw = text.slice(label.valueStart, next?.start);
  let read = readAction(input ? raw : firstLine(raw), { tools, hasInput: input !== undefined });
  if (input)
    read = withInput(read, cutMadeUpObservation(text.slice(input.valueStart, stepEnd(found, index + 2, text.length))));
  if (read.kind !== 'call' || !read.registered) return undefined;
  if (!input && read.input === undefined && raw.trim() !== firstLine(raw).trim()) return undefined;
  return {
    kind: 'act',
    thought: '',
    name: read.name,
    input: read.input ?? '',
    discarded: found.length > index + (input ? 2 : 1),
  };
}

/** Where the input ends: at the next label that can follow one. */
const stepEnd = (found: readonly MidLineLabel[], from: number, end: number): number =>
  found.slice(from).find(({ kind }) => kind !== 'input')?.start ?? end;

/** `I know this one. Final Answer: 9 bridges`, but not `before the Final Answer: section`. */
function readAnswer(text: string, label: MidLineLabel, labels: readonly Label[]): Reading | undefined {
  const before = text.slice(Math.max(0, label.start - 40), label.start).trimEnd();
  const word = before.slice(before.lastIndexOf(' ') + 1).toLowerCase();
  const endsSentence = before === '' || /[.!?。！？;；:：)\]]$/u.test(before);
  if (!endsSentence && (labels.length === 0 || FUNCTION_WORDS.has(word) || isCjk(word.at(-1)))) return undefined;
  const answer = cleanAnswer(text.slice(label.valueStart), '');
  return answer === '' ? undefined : { kind: 'answer', thought: '', answer };
}

const isCjk = (char: string | undefined): boolean => char !== undefined && /\p{Script=Han}/u.test(char);
const firstLine = (text: string): string => text.split('\n', 1)[0] as string;

function thoughtBefore(text: string, labels: readonly Label[], end: number): string {
  const thought = labels.find(({ kind, valueStart }) => kind === 'thought' && valueStart <= end);
  return text.slice(thought?.valueStart ?? 0, end).trim();
}
