import type { Message } from '../../core/model';
import type { Language } from '../../core/protocol';
import type { Action, Step } from '../../core/run';
import { malformedExcerpt, pendingWords } from '../malformed-excerpt';
import { problemOf } from '../problems';
import { renderJson, renderStep } from './render';

/** A past step as messages: its object, then what it observed or was told. The same step always gives the same messages. */
export function replayJson(step: Step, language: Language): Message[] {
  const { decision } = step;
  switch (decision.kind) {
    case 'act':
      return step.actions.flatMap((action, index) =>
        replayAction(action, index === 0 ? decision.thought : '', language),
      );
    case 'answer':
      return [{ role: 'assistant', content: renderJson(decision).text }];
    case 'malformed':
      return [
        { role: 'assistant', content: malformedExcerpt(step.text, language) },
        { role: 'user', content: problemOf(decision.reason, language, { writing: 'json', written: step.protocol }) },
      ];
    default:
      return decision satisfies never;
  }
}

/** The observation is no JSON: quoting one in another costs tokens and reads worse. */
const replayAction = ({ call, observation }: Action, thought: string, language: Language): Message[] => [
  { role: 'assistant', content: renderStep(thought, call) },
  { role: 'user', content: `Observation: ${observation?.content ?? pendingWords(language)}` },
];
