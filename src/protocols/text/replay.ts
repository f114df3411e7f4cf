import type { Message } from '../../core/model';
import type { Language } from '../../core/protocol';
import type { Action, Step } from '../../core/run';
import { malformedExcerpt, pendingWords } from '../malformed-excerpt';
import { problemOf } from '../problems';
import { renderCall, renderText } from './render';

/**
 * A past step as messages: what the model wrote of it that was used, then what it observed or was told. The same step always
 * gives the same messages, so that prompts only grow at the end.
 */
export function replayText(step: Step, language: Language): Message[] {
  const { decision } = step;
  switch (decision.kind) {
    case 'act':
      return step.actions.flatMap((action, index) =>
        replayAction(action, index === 0 ? decision.thought : '', writtenBy(step), language),
      );
    case 'answer':
      return [{ role: 'assistant', content: renderText(decision).text }];
    case 'malformed':
      return [
        { role: 'assistant', content: malformedExcerpt(step.text, language) },
        { role: 'user', content: problemOf(decision.reason, language, { writing: 'text', written: step.protocol }) },
      ];
    default:
      return decision satisfies never;
  }
}

/** The label stays English in every language: it is the one that the instructions teach and that stops the model. */
function replayAction(
  { call, observation }: Action,
  thought: string,
  written: string | undefined,
  language: Language,
): Message[] {
  return [
    { role: 'assistant', content: renderCall(thought, call, written) },
    { role: 'user', content: `Observation: ${observation?.content ?? pendingWords(language)}` },
  ];
}

/** The reply of a step that this protocol read as one action. */
const writtenBy = ({ protocol, text, actions }: Step): string | undefined =>
  protocol === 'text' && actions.length === 1 ? text.trim() : undefined;
