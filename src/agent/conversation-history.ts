import type { Message } from '../core/model';
import type { RunSummary } from '../core/run-store';
import { estimateTokens } from '../tokens/estimate-tokens';
import { firstTokens } from '../tokens/first-tokens';

/** What a run starts with of the runs before it. */
export interface History {
  readonly messages: readonly Message[];
  /** Position of the first message from a run that had read untrusted text; absent when there is none. */
  readonly untrustedFrom?: number;
}

interface Exchange {
  readonly question: string;
  readonly answer: string;
  readonly untrusted?: true;
}

/**
 * Questions and answers of a conversation, oldest first: the newest ones that fit into `maxTokens`, without a gap. A run that
 * has no answer leaves no trace. If even the newest exchange is too long, its beginnings are kept.
 */
export function historyOf(newestFirst: readonly RunSummary[], maxTokens: number): History {
  const kept: Exchange[] = [];
  let left = maxTokens;
  for (const { question, finalAnswer, untrusted } of newestFirst) {
    if (finalAnswer === null) continue;
    const whole = { question, answer: finalAnswer, ...(untrusted && { untrusted }) };
    const exchange = kept.length === 0 ? shortened(whole, left) : whole;
    left -= tokensOf(exchange);
    if (left < 0 || exchange.question === '') break;
    kept.unshift(exchange);
  }
  const messages = kept.flatMap(({ question, answer }): Message[] => [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ]);
  const first = kept.findIndex(({ untrusted }) => untrusted);
  return { messages, ...(first >= 0 && { untrustedFrom: first * MESSAGES_OF_EXCHANGE }) };
}

const MESSAGES_OF_EXCHANGE = 2;

const tokensOf = ({ question, answer }: Exchange): number => estimateTokens(question) + estimateTokens(answer);

/** Half of the room is the question's, and what it leaves is the answer's, or the other way round. */
function shortened(exchange: Exchange, maxTokens: number): Exchange {
  if (tokensOf(exchange) <= maxTokens) return exchange;
  const room = Math.max(Math.floor(maxTokens / 2), maxTokens - estimateTokens(exchange.answer));
  const question = beginning(exchange.question, room);
  return { ...exchange, question, answer: beginning(exchange.answer, maxTokens - estimateTokens(question)) };
}

const beginning = (text: string, tokens: number): string => firstTokens(text, tokens, estimateTokens, '…');
