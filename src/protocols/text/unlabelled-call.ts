import { linesOf } from '../fences';
import { looksLikeJson, readStep } from '../json-step';
import { isFinish, type ToolNames } from '../tool-names';
import type { Label } from './labels';
import { readAction } from './read-action';
import { readingOfStep } from './read-json-step';
import type { Reading } from './reading';

const MAX_NAME = 80;
const TAG = '<tool_call>';

/** Each try may read to the end of the text. */
const MAX_TRIES = 4;

/** A call on a line of its own without an `Action` label: `Finish[text]`, `GetWeather({"city": "Oslo"})`, `<tool_call>{…}`, `{"action": …}`. */
export function readUnlabelledCall(text: string, labels: readonly Label[], tools: ToolNames): Reading | undefined {
  const labelled = new Set(labels.map(({ start }) => start));
  let tries = 0;
  for (const [start, end] of linesOf(text)) {
    const line = text.slice(start, end).trimStart();
    const isJson = line.startsWith(TAG) || line.startsWith('{');
    if (labelled.has(start) || !(isJson || looksLikeCall(line, tools))) continue;
    if (++tries > MAX_TRIES) break;
    const stop = labels.find((label) => label.start > start)?.start ?? text.length;
    const call = text.slice(start, stop).trim();
    const reading = isJson ? readJsonCall(call, tools) : readCall(call, tools);
    if (reading) return { ...reading, thought: reading.thought || thoughtBefore(text, labels, start) };
  }
  return undefined;
}

export function looksLikeCall(line: string, tools: ToolNames): boolean {
  const head = line.slice(0, MAX_NAME);
  const at = head.search(/[[(【［]/);
  if (at <= 0 || head[at - 1] === ' ') return false;
  const name = head.slice(0, at);
  if (tools.has(name) || isFinish(name)) return true;
  return !/[\s:：]/.test(name) && tools.resolve(name).registered;
}

/** Words after the closing bracket make it a mention, as in `Source[2] says`. */
function readCall(text: string, tools: ToolNames): Reading | undefined {
  const end = text.trimEnd();
  if (!'])】］'.includes(end.at(-1) ?? ' ')) return undefined;
  const read = readAction(end, { tools, hasInput: false });
  if (read.kind === 'finish') return read.answer ? { kind: 'answer', thought: '', answer: read.answer } : undefined;
  return read.kind === 'call' && read.registered
    ? { kind: 'act', thought: '', name: read.name, input: read.input ?? '' }
    : undefined;
}

/** In a tag or bare, as the last thing of the reply; JSON that is only spoken of has words after it. */
function readJsonCall(text: string, tools: ToolNames): Reading | undefined {
  const body = text.startsWith(TAG) ? text.slice(TAG.length).trimStart() : text;
  const found = looksLikeJson(body) ? readStep(body) : undefined;
  if (!found || !['', '</tool_call>'].includes(body.slice(found.end).trim())) return undefined;
  const reading = readingOfStep(found.step, tools, false);
  return reading.kind === 'act' && !tools.has(reading.name) ? undefined : reading;
}

function thoughtBefore(text: string, labels: readonly Label[], end: number): string {
  const thought = labels.find(({ kind, start }) => kind === 'thought' && start < end);
  return text.slice(thought?.valueStart ?? 0, end).trim();
}
