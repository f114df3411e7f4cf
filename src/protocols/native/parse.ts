import type { ModelReply } from '../../core/model';
import type { Decision } from '../../core/protocol';
import { cutOf, reasoningOf } from '../decide';
import { stepIn, textOf } from '../json-step';
import { MAX_CALLS, problemOf } from '../problems';
import { isFinish, isNone } from '../tool-names';
import { readArguments } from './arguments';
import { cleanContent, readContent } from './read-content';
import type { NativeReading } from './reading';
import { WireNames } from './wire-names';

/** What a reply with the provider's own calls means. Calls run all or none: one that cannot be read spoils the reply. */
export function parseNative(reply: ModelReply, tools: readonly { readonly name: string }[]): Decision {
  const names = new WireNames(tools);
  const content = cleanContent(reply.text);
  const reading = bounded(reply.calls.length > 0 ? readCalls(reply, content.text, names) : readContent(content, names));
  const cut = cutOf(reply);
  const thought = cut && reading.kind === 'answer' ? '' : reading.thought;
  return {
    thought,
    ...reasoningOf(reply, content.reasoning),
    ...outcomeOf(cut ? { kind: 'malformed', thought, reason: cut } : reading),
  };
}

const bounded = (reading: NativeReading): NativeReading =>
  reading.kind === 'act' && reading.calls.length > MAX_CALLS
    ? { kind: 'malformed', thought: reading.thought, reason: 'too-many-calls' }
    : reading;

function outcomeOf(
  reading: NativeReading,
):
  | Pick<Decision & { kind: 'act' }, 'kind' | 'calls'>
  | Pick<Decision & { kind: 'answer' }, 'kind' | 'answer'>
  | Pick<Decision & { kind: 'malformed' }, 'kind' | 'reason' | 'problem'> {
  switch (reading.kind) {
    case 'act':
      return {
        kind: 'act',
        calls: reading.calls.map(({ name, input }, index) => ({ id: `call_${index}`, name, input })),
      };
    case 'answer':
      return { kind: 'answer', answer: reading.answer };
    case 'malformed':
      return {
        kind: 'malformed',
        reason: reading.reason,
        problem: problemOf(reading.reason, 'en', { writing: 'native' }),
      };
    default:
      return reading satisfies never;
  }
}

function readCalls({ calls }: ModelReply, text: string, names: WireNames): NativeReading {
  const resolved = calls.map((call) => ({ ...names.resolve(call.name), written: call.input }));
  const wanted = resolved.filter(({ name, registered }) => registered || !isFinish(name));
  if (wanted.length === 0) return readFinish(resolved[0]?.written, text);
  const read: { name: string; input: object }[] = [];
  for (const { name, registered, written } of wanted) {
    if (name === '' || (!registered && isNone(name)))
      return { kind: 'malformed', thought: text, reason: 'none-action' };
    const input = readArguments(written);
    if (!input) return { kind: 'malformed', thought: text, reason: 'bad-json' };
    read.push({ name, input });
  }
  return { kind: 'act', thought: text, calls: read };
}

/** A call of `final_answer` or the like, which nobody registered, ends the run with what it says. */
function readFinish(written: unknown, text: string): NativeReading {
  const input = readArguments(written);
  if (!input) return { kind: 'malformed', thought: text, reason: 'bad-json' };
  const values = Object.values(input).filter((value) => typeof value === 'string');
  const said = stepIn(input)?.answer || (values.length === 1 ? textOf(values[0]) : '');
  if (said !== '') return { kind: 'answer', thought: text, answer: said };
  return text === ''
    ? { kind: 'malformed', thought: '', reason: 'empty' }
    : { kind: 'answer', thought: '', answer: text };
}
