import type { Language } from '../core/protocol';
import { stripEndTokens } from './leaked-tokens';
import { stripReasoning } from './text/strip-reasoning';

/** What a model is shown of a reply that nobody could read; more of it teaches nothing. */
const MAX_MALFORMED_CHARS = 2000;

const WORDS: Readonly<Record<Language, { empty: string; pending: string; cut: string }>> = {
  en: { empty: '(empty reply)', pending: '(no result)', cut: '… (cut)' },
  zh: { empty: '（空回复）', pending: '（没有结果）', cut: '……（已截断）' },
};

/** Stands for the observation of a call that has none. */
export const pendingWords = (language: Language): string => WORDS[language].pending;

/** Never empty: some servers refuse an assistant message without content. */
export function malformedExcerpt(text: string, language: Language): string {
  const shown = stripEndTokens(stripReasoning(text).text).trim();
  if (shown === '') return WORDS[language].empty;
  if (shown.length <= MAX_MALFORMED_CHARS) return shown;
  const end = isHighSurrogate(shown.charCodeAt(MAX_MALFORMED_CHARS - 1))
    ? MAX_MALFORMED_CHARS - 1
    : MAX_MALFORMED_CHARS;
  return shown.slice(0, end) + WORDS[language].cut;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
