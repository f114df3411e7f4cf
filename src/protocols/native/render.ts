import type { ModelReply } from '../../core/model';
import type { Decision } from '../../core/protocol';
import { argumentsOf } from './arguments';

/** How a provider would send a decision, with the tools' own names. An answer has no place for its thought, which is left out. */
export function renderNative(decision: Decision): Pick<ModelReply, 'text' | 'calls'> {
  switch (decision.kind) {
    case 'answer':
      return { text: decision.answer, calls: [] };
    case 'act': {
      const calls = decision.calls.map(({ id, name, input }) => ({ id, name, input: argumentsOf(input) }));
      return { text: decision.thought, calls };
    }
    case 'malformed':
      return { text: decision.thought, calls: [] };
    default:
      return decision satisfies never;
  }
}
