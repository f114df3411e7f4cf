import type { FinishReason, ModelReply } from '../core/model';
import type { Decision, MalformedReason } from '../core/protocol';
import { problemOf, type Spelling } from './problems';
import type { Reading } from './text/reading';

/** What was read of a reply, and the reasoning that was taken out of its text. */
export interface ReadReply {
  readonly reading: Reading;
  readonly reasoning: string;
}

const CUT: Readonly<Partial<Record<FinishReason, MalformedReason>>> = {
  length: 'truncated',
  content_filter: 'filtered',
};

/** Why the provider cut the reply, if it did: it is never used then, whole as it may look. */
export const cutOf = ({ finishReason }: Pick<ModelReply, 'finishReason'>): MalformedReason | undefined =>
  CUT[finishReason];

/** The decision that a reading of one step comes to. */
export function decide(reply: ModelReply, { reading, reasoning }: ReadReply, spelling: Spelling): Decision {
  const cut = cutOf(reply);
  const decided: Reading = cut ? { kind: 'malformed', thought: reading.thought, reason: cut } : reading;
  return {
    thought: decided.thought,
    ...reasoningOf(reply, reasoning),
    ...(decided.discarded && { discarded: true as const }),
    ...outcomeOf(decided, spelling),
  };
}

/** All reasoning of a reply: what came in a field of its own, and what stood in the text. */
export function reasoningOf(reply: ModelReply, inText: string): { reasoning?: string } {
  const reasoning = [reply.reasoning ?? '', inText].filter((part) => part !== '').join('\n');
  return reasoning === '' ? {} : { reasoning };
}

function outcomeOf(
  reading: Reading,
  spelling: Spelling,
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
      return {
        kind: 'malformed',
        reason: reading.reason,
        problem: problemOf(reading.reason, 'en', { writing: spelling }),
      };
    default:
      return reading satisfies never;
  }
}
