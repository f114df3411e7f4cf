import type { Message } from '../../core/model';
import type { Language } from '../../core/protocol';
import type { Action, Step } from '../../core/run';
import { problemOf } from '../problems';
import { stripEndTokens } from '../leaked-tokens';
import { renderCall, renderText } from './render';
import { stripReasoning } from './strip-reasoning';

/** What a model is shown of a reply that nobody could read; more of it teaches nothing. */
const MAX_MALFORMED_CHARS = 2000;

const WORDS: Readonly<Record<Language, { empty: string; pending: string; cut: string }>> = {
  en: { empty: '(empty reply)', pending: '(no result)', cut: '… (cut)' },
  zh: { empty: '（空回复）', pending: '（没有结果）', cut: '……（已截断）' },
};

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
        { role: 'assistant', content: excerpt(step.text, language) },
        { role: 'user', content: problemOf(decision.reason, language) },
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
    { role: 'user', content: `Observation: ${observation?.content ?? WORDS[language].pending}` },
  ];
}

/** The reply of a step that this protocol read as one action. */
const writtenBy = ({ protocol, text, actions }: Step): string | undefined =>
  protocol === 'text' && actions.length === 1 ? text.trim() : undefined;

/** Never empty: some servers refuse an assistant message without content. */
function excerpt(text: string, language: Language): string {
  const shown = stripEndTokens(stripReasoning(text).text).trim();
  if (shown === '') return WORDS[language].empty;
  if (shown.length <= MAX_MALFORMED_CHARS) return shown;
  const end = isHighSurrogate(shown.charCodeAt(MAX_MALFORMED_CHARS - 1))
    ? MAX_MALFORMED_CHARS - 1
    : MAX_MALFORMED_CHARS;
  return shown.slice(0, end) + WORDS[language].cut;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
