import type { DemoStep, DemoTurn } from '../../../index';
import { ASK_NUMBER, ASK_STATE, ASK_WHICH, OFFER } from './request';
import { observed, type Fields, type Observed } from './observed';

const QUESTIONS = [OFFER, ASK_NUMBER, ASK_WHICH, ASK_STATE];

export const answer = (thought: string, text: string): DemoStep => ({ thought, answer: text });

/** What a tool has returned, or the step that asks it. */
export type Asked = { readonly found: Observed } | { readonly step: DemoStep };

export function ask(turn: DemoTurn, thought: string, tool: string, input: Fields): Asked {
  const found = observed(turn, tool, input);
  return found ? { found } : { step: { thought, tool, input } };
}

export const askOrder = (turn: DemoTurn, orderId: string): Asked =>
  ask(turn, `先查订单 ${orderId}，看看它现在是什么情况。`, 'queryOrder', { orderId });

/** Answers stand under each other, one that ends in a question last; the first step that is still open comes first. */
export function together(wishes: readonly (() => DemoStep)[]): DemoStep {
  const told: Extract<DemoStep, { answer: string }>[] = [];
  for (const next of wishes) {
    const step = next();
    if (!('answer' in step)) return step;
    told.push(step);
  }
  const asks = ({ answer: text }: { readonly answer: string }): boolean => QUESTIONS.some((end) => text.endsWith(end));
  const ordered = [...told.filter((one) => !asks(one)), ...told.filter(asks)];
  return answer(told.at(-1)?.thought ?? '', ordered.map(({ answer: text }) => text).join('\n'));
}
