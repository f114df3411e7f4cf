import type { DemoStep, DemoTurn } from '../../../index';
import { observed, type Fields, type Observed } from './observed';

export const answer = (thought: string, text: string): DemoStep => ({ thought, answer: text });

/** What a tool has returned, or the step that asks it. */
export type Asked = { readonly found: Observed } | { readonly step: DemoStep };

export function ask(turn: DemoTurn, thought: string, tool: string, input: Fields): Asked {
  const found = observed(turn, tool, input);
  return found ? { found } : { step: { thought, tool, input } };
}

export const askOrder = (turn: DemoTurn, orderId: string): Asked =>
  ask(turn, `先查订单 ${orderId}，看看它现在是什么情况。`, 'queryOrder', { orderId });
