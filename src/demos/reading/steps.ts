import type { DemoCall, DemoStep, DemoTurn } from '../../index';
import { openCalls } from './observed';

export const answer = (thought: string, text: string): DemoStep => ({ thought, answer: text });

/** Asks for the calls that are open, all in one turn; undefined when there is none, or when only an answer will do. */
export function askOpen(turn: DemoTurn, thought: string, calls: readonly DemoCall[]): DemoStep | undefined {
  if (turn.forced) return undefined;
  const open = openCalls(turn, calls);
  return open.length > 0 ? { thought, calls: open } : undefined;
}

/** What the user asked before, oldest first, and the reply to it. */
export function conversation({ history }: Pick<DemoTurn, 'history'>): { asked: readonly string[]; replied: string } {
  return {
    asked: history.filter(({ role }) => role === 'user').map(({ content }) => content),
    replied: history.findLast(({ role }) => role === 'assistant')?.content ?? '',
  };
}
