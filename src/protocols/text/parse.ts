import type { ModelReply } from '../../core/model';
import type { Decision } from '../../core/protocol';
import { problemOf } from '../problems';
import { toolNamesOf } from '../tool-names';
import { readReply } from './read-reply';
import type { Reading } from './reading';

/** What a reply in the text spelling means. A reply that the provider cut is never used, whole as it may look. */
export function parseText(reply: ModelReply, tools: readonly { readonly name: string }[]): Decision {
  const { reading, reasoning } = readReply(reply.text, toolNamesOf(tools));
  const isCut = reply.finishReason === 'length' || reply.finishReason === 'content_filter';
  const decided: Reading = isCut ? { kind: 'malformed', thought: reading.thought, reason: 'truncated' } : reading;
  const allReasoning = [reply.reasoning ?? '', reasoning].filter((part) => part !== '').join('\n');
  return {
    thought: decided.thought,
    ...(allReasoning !== '' && { reasoning: allReasoning }),
    ...(decided.discarded && { discarded: true as const }),
    ...outcomeOf(decided),
  };
}

function outcomeOf(
  reading: Reading,
):
  | Pick<Decision & { kind: 'act' }, 'kind' | 'calls'>
  | Pick<Decision & { kind: 'answer' }, 'kind' | 'answer'>
  | Pick<Decision & { kind: 'malformed' }, 'kind' | 'reason' | 'problem'> {
  switch (reading.kind) {
    case 'act':
      return { kind: 'act', calls: [{ id: 'call_0', name: reading.name, input: reading.input }] };
    case 'answer':
      return { kind: 'answer', answer: reading.answer };
    case 'malformed':
      return { kind: 'malformed', reason: reading.reason, problem: problemOf(reading.reason, 'en') };
    default:
      return reading satisfies never;
  }
}
