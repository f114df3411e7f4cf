import type { Message } from '../core/model';
import type { RunSummary } from '../core/run-store';

/** All of a conversation that a new run starts with, in UTF-16 units. */
const MAX_HISTORY_CHARS = 16_000;

/** One question or answer of it; what is longer is cut. */
const MAX_MESSAGE_CHARS = 2_000;

/**
 * Questions and answers of earlier runs, oldest first: the newest that fit. Runs without an answer are left out.
 * @param newestFirst as a store lists them
 */
export function historyOf(newestFirst: readonly Pick<RunSummary, 'question' | 'finalAnswer'>[]): Message[] {
  const messages: Message[] = [];
  let room = MAX_HISTORY_CHARS;
  for (const { question, finalAnswer } of newestFirst) {
    if (finalAnswer === null) continue;
    const pair: Message[] = [
      { role: 'user', content: cut(question) },
      { role: 'assistant', content: cut(finalAnswer) },
    ];
    room -= pair.reduce((sum, { content }) => sum + content.length, 0);
    if (room < 0) break;
    messages.unshift(...pair);
  }
  return messages;
}

function cut(text: string): string {
  if (text.length <= MAX_MESSAGE_CHARS) return text;
  const splitsPair = (text.codePointAt(MAX_MESSAGE_CHARS - 1) ?? 0) > 0xffff;
  return `${text.slice(0, splitsPair ? MAX_MESSAGE_CHARS - 1 : MAX_MESSAGE_CHARS)}… (${text.length} characters)`;
}
