import type { Message } from '../../core/model';
import type { Language } from '../../core/protocol';
import type { Action, Step } from '../../core/run';
import { malformedExcerpt, pendingWords } from '../malformed-excerpt';
import { problemOf } from '../problems';
import { argumentsOf } from './arguments';
import { wireName } from './wire-names';

/**
 * A past step as messages. Each call is followed by exactly one result, in call order, also when it was rejected, interrupted
 * or never ran: providers refuse the whole request otherwise. A reply that could not be read is replayed as text.
 */
export function replayNative(step: Step, language: Language): Message[] {
  const { decision } = step;
  switch (decision.kind) {
    case 'act':
      return [askedFor(step, decision.thought), ...step.actions.map((action) => resultOf(action, language))];
    case 'answer':
      return [{ role: 'assistant', content: decision.answer }];
    case 'malformed':
      return [
        { role: 'assistant', content: malformedExcerpt(step.text, language) },
        { role: 'user', content: problemOf(decision.reason, language, { writing: 'native', written: step.protocol }) },
      ];
    default:
      return decision satisfies never;
  }
}

const askedFor = ({ actions, reasoning }: Step, thought: string): Message => ({
  role: 'assistant',
  content: thought,
  calls: actions.map(({ call, input }) => ({
    id: call.id,
    name: wireName(call.name),
    input: argumentsOf(call.input, input),
  })),
  ...(reasoning !== undefined && { reasoning }),
});

const resultOf = ({ call, observation }: Action, language: Language): Message => ({
  role: 'tool',
  callId: call.id,
  content: observation?.content ?? pendingWords(language),
});
