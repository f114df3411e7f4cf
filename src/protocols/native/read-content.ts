import { Fences, fenceAt, lineEnd } from '../fences';
import { cutAtNextTurn, splitChannels, stripEndTokens, stripStartTokens } from '../leaked-tokens';
import { unixLines } from '../line-ends';
import { withoutReasoning, type DataEnd } from '../reasoning-blocks';
import { announcesWork } from '../text/announcement';
import { readReply } from '../text/read-reply';
import { stepIn, textOf } from '../json-step';
import { readJson } from '../lenient-json';
import { isFinish } from '../tool-names';
import { readArguments } from './arguments';
import { readLeftCalls } from './left-calls';
import type { NativeReading } from './reading';
import type { WireNames } from './wire-names';

/** The text beside or instead of calls, without reasoning and leaked tokens. */
export interface Content {
  readonly text: string;
  readonly reasoning: string;
  /** The reply was cut while reasoning. */
  readonly cut: boolean;
  /** Channels of the harmony format stand as labels in the text. */
  readonly labelled: boolean;
}

export function cleanContent(raw: string): Content {
  const normal = stripStartTokens(unixLines(raw));
  const stripped = withoutReasoning(normal, codeIn(normal));
  const channels = splitChannels(stripStartTokens(stripped.text));
  const reasoning = [stripped.reasoning, channels?.reasoning ?? ''].filter((part) => part !== '').join('\n');
  const text = stripEndTokens(cutAtNextTurn(channels?.text ?? stripStartTokens(stripped.text))).trim();
  return { text, reasoning, cut: stripped.cut, labelled: channels !== undefined };
}

/** Closed code blocks are data. */
function codeIn(text: string): DataEnd {
  let fences: Fences | undefined;
  return (at, isFirst) => {
    if (!isFirst || (text[at] !== '`' && text[at] !== '~')) return undefined;
    const isFence = fenceAt(text, at, lineEnd(text, at) + 1) !== undefined;
    return isFence ? (fences ??= new Fences(text)).blockEnd(text, at) : undefined;
  };
}

/** What a reply without calls says: mostly an answer, sometimes a call that its server left in the text. */
export function readContent({ text, cut, labelled }: Content, names: WireNames): NativeReading {
  if (cut) return { kind: 'malformed', thought: '', reason: 'cut-in-reasoning' };
  if (text === '') return { kind: 'malformed', thought: '', reason: 'empty' };
  const left = (labelled ? readLabelledCall(text, names) : undefined) ?? readLeftCalls(text, names);
  if (left && 'problem' in left) return { kind: 'malformed', thought: left.before, reason: left.problem };
  if (left) return { kind: 'act', thought: left.before, calls: left.calls };
  if (announcesWork(text)) return { kind: 'malformed', thought: text, reason: 'missing-action' };
  return readStepAnswer(text) ?? { kind: 'answer', thought: '', answer: text };
}

/** A channel that is addressed to a tool was spelled as labels. */
function readLabelledCall(text: string, names: WireNames): ReturnType<typeof readLeftCalls> {
  const { reading } = readReply(text, names.spellings);
  if (reading.kind !== 'act') return undefined;
  const { name, registered } = names.resolve(reading.name);
  const input = readArguments(reading.input);
  if (!registered) return { problem: 'none-action', before: reading.thought };
  return input
    ? { calls: [{ name, input }], before: reading.thought }
    : { problem: 'bad-json', before: reading.thought };
}

/** A model that was used to JSON steps ends with one: `{"action": "Final Answer", …}` as the whole text. */
function readStepAnswer(text: string): NativeReading | undefined {
  const read = text[0] === '{' ? readJson(text, 0) : undefined;
  const step = read && text.slice(read.end).trim() === '' ? stepIn(read.value) : undefined;
  if (step?.action === undefined || !isFinish(step.action)) return undefined;
  const answer = textOf(step.input) || (step.answer ?? '');
  return answer === '' ? undefined : { kind: 'answer', thought: step.thought, answer };
}
