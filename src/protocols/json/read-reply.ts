import type { ReadReply } from '../decide';
import { unfence } from '../fences';
import { stepIn, type JsonStep } from '../json-step';
import { readJson } from '../lenient-json';
import { splitChannels, stripEndTokens, stripStartTokens } from '../leaked-tokens';
import { unixLines } from '../line-ends';
import { withoutPrototypeKeys } from '../prototype-keys';
import { withoutReasoning, type DataEnd } from '../reasoning-blocks';
import { tagAt } from '../reasoning-tags';
import { readingOfStep } from '../text/read-json-step';
import { readReply } from '../text/read-reply';
import type { Reading } from '../text/reading';
import { scanLabels } from '../text/scan-labels';
import { isFinish, type ToolNames } from '../tool-names';
import { fencedStarts, findStep, inlineStarts, MAX_VALUES, type FoundStep } from './find-step';
import { StepReader } from './step-reader';

/** What a reply's text says in the JSON spelling, and the reasoning that was taken out of it. */
export function readJsonReply(raw: string, tools: ToolNames): ReadReply {
  const normal = stripStartTokens(unixLines(raw));
  const stripped = withoutReasoning(normal, dataIn(normal));
  if (stripped.cut)
    return { reading: { kind: 'malformed', thought: '', reason: 'cut-in-reasoning' }, reasoning: stripped.reasoning };
  const channels = splitChannels(stripStartTokens(stripped.text));
  const reasoning = [stripped.reasoning, channels?.reasoning ?? ''].filter((part) => part !== '').join('\n');
  const text = stripEndTokens(channels?.text ?? stripStartTokens(stripped.text)).trimStart();
  const reading = readText(text, tools);
  return {
    reading: reading.kind === 'act' ? { ...reading, input: withoutPrototypeKeys(reading.input) } : reading,
    reasoning,
  };
}

/** JSON values are data. A reply that opens with a step is no reasoning, and its answer may already have been shown. */
function dataIn(text: string): DataEnd {
  let failures = 0;
  let isOpening = true;
  return (at) => {
    const char = text[at] as string;
    if (char.trim() === '' || tagAt(text, at)) return undefined;
    if (isOpening) {
      isOpening = false;
      if (opensStep(text.slice(at))) return text.length;
    }
    if ((char !== '{' && char !== '[') || failures > MAX_FAILURES) return undefined;
    const read = readJson(text, at);
    if (!read) failures += 1;
    return read?.end;
  };
}

/** Bare or in a fence, readable or not. */
function opensStep(text: string): boolean {
  const isFenced = text.startsWith('```') || text.startsWith('~~~');
  const [start] = isFenced ? fencedStarts(text) : [0];
  if (start === undefined || text[start] !== '{') return false;
  const read = readJson(text, start);
  return read ? stepIn(read.value) !== undefined : text.slice(start + 1, start + 200).trimStart()[0] === '"';
}
const MAX_FAILURES = 4;

function readText(text: string, tools: ToolNames): Reading {
  const malformed = (reason: 'empty' | 'bad-json' | 'missing-action' | 'ambiguous', thought = ''): Reading => ({
    kind: 'malformed',
    thought,
    reason,
  });
  if (isEmpty(text)) return malformed('empty');
  const { found, broken, thought } = findStep(text);
  const labelled = readLabelled(text, found, tools);
  if (labelled) return labelled;
  if (found) return readingOf(text, found, tools, thought);
  if (broken) return malformed('bad-json', thoughtIn(text, tools));
  const inline = readInline(text, tools);
  if (inline) return inline === 'ambiguous' ? malformed('ambiguous') : inline;
  if (thought !== '' || isValue(text)) return malformed('missing-action', thought);
  return readReply(text, tools).reading;
}

/** Labels that stand before any JSON step: the model forgot the JSON, or put it after `Action:`. */
function readLabelled(text: string, found: FoundStep | undefined, tools: ToolNames): Reading | undefined {
  const labels = scanLabels(text);
  const first = labels.find(({ kind }) => kind === 'action' || kind === 'answer');
  if (!first || (found && found.start < first.start)) return undefined;
  const observation = labels.find(({ kind, start }) => kind === 'observation' && start < first.start);
  const inline = observation && readInline(text.slice(0, observation.start), tools);
  if (inline && inline !== 'ambiguous') return { ...inline, discarded: true }; // what follows was made up
  const { reading } = readReply(text, tools);
  return reading.kind === 'malformed' && found ? undefined : reading;
}

/** Nothing, or a fence around nothing. */
function isEmpty(text: string): boolean {
  if (text.trim() === '') return true;
  const fenced = unfence(text);
  return fenced !== undefined && fenced.inner.trim() === '' && fenced.rest.trim() === '';
}

/** JSON that is no step. */
function isValue(text: string): boolean {
  const bare = text.trim();
  if (bare === 'null') return true;
  const read = bare[0] === '{' || bare[0] === '[' ? readJson(bare, 0) : undefined;
  return read !== undefined && bare.slice(read.end).trim() === '';
}

function readingOf(text: string, found: FoundStep, tools: ToolNames, earlierThought: string): Reading {
  const rest = text.slice(found.end).replace(/^\s{0,100}(?:`{3,100}|~{3,100})/, '');
  const reading = readingOfStep(found.step, tools, found.more || rest.trim() !== '');
  const before = earlierThought || proseBefore(text, found.start);
  return asShown(text.slice(found.start, found.end), { ...reading, thought: reading.thought || before }, tools);
}

/** Words before the step, without the fence mark that opens it. */
function proseBefore(text: string, start: number): string {
  const before = text.slice(0, start).trimEnd();
  const lineStart = before.lastIndexOf('\n') + 1;
  const line = before.slice(lineStart).trimStart();
  return (line.startsWith('```') || line.startsWith('~~~') ? before.slice(0, lineStart) : before).trim();
}

/** Of two equal keys JSON takes the last, but the first may have been shown while the reply was written: that one counts. */
function asShown(json: string, reading: Reading, tools: ToolNames): Reading {
  if (json[0] !== '{') return reading;
  const shown = { thought: '', answer: '' };
  const reader = new StepReader(tools, (channel, text) => (shown[channel] += text));
  reader.push(json);
  if (!reader.isWhole) return reading;
  const thought = shown.thought.trim() || reading.thought;
  const answer = shown.answer.trim();
  return answer === ''
    ? { ...reading, thought }
    : { kind: 'answer', thought, answer, ...(reading.discarded && { discarded: true }) };
}

/** The thought of a step that breaks off later. */
function thoughtIn(text: string, tools: ToolNames): string {
  const shown: string[] = [];
  const reader = new StepReader(tools, (channel, part) => channel === 'thought' && shown.push(part));
  reader.push(text.slice(Math.max(0, text.indexOf('{'))));
  return shown.join('').trim();
}

/** JSON in the middle of a line is the step when it says why or ends its line; otherwise it is only spoken of. */
function readInline(text: string, tools: ToolNames): Reading | 'ambiguous' | undefined {
  let failures = 0;
  let values = 0;
  let readTo = 0;
  let isSpokenOf = false;
  for (const start of inlineStarts(text)) {
    if (start < readTo) continue;
    const read = readJson(text, start);
    if ((!read && ++failures > MAX_FAILURES) || ++values > MAX_VALUES) break;
    const step = read && stepIn(read.value);
    readTo = read?.end ?? readTo;
    if (!read || !step || (step.action === undefined && step.answer === undefined)) continue;
    const lineRest = (text.slice(read.end).split('\n', 1)[0] as string).trim();
    if (step.thought !== '' || lineRest === '' || lineRest === '`' || lineRest === '.')
      return readingOf(text, { step, start, end: read.end, more: false }, tools, '');
    isSpokenOf ||= namesTool(step, tools);
  }
  return isSpokenOf ? 'ambiguous' : undefined;
}

const namesTool = ({ action }: JsonStep, tools: ToolNames): boolean =>
  action !== undefined && (tools.resolve(action).registered || isFinish(action));
