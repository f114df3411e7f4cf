import type { DemoCall, DemoStep, DemoTurn } from '../../../index';
import { observed } from '../../reading/observed';
import { answer, askOpen } from '../../reading/steps';
import * as say from './plan-answers';

export const queryCall = (orderCode: string): DemoCall => ({ tool: '查询补货计划单详情', input: { orderCode } });

/** Tells what the plans are; asked whether they may be approved, says it and offers to do it. */
export function queryStep(
  turn: DemoTurn,
  codes: readonly string[],
  { mayApprove }: { readonly mayApprove: boolean },
): DemoStep {
  if (codes.length === 0) return answer('用户没有给单号，先问清楚。', say.askCode('查询'));
  const step = askOpen(turn, `查询补货计划单 ${codes.join('、')}。`, codes.map(queryCall));
  if (step) return step;
  const told = codes.map((code) => planText(turn, code, { mayApprove })).join('\n');
  const [only = '', ...more] = codes;
  const offers = mayApprove && more.length === 0 && observed(turn, queryCall(only))?.fields.approvable === true;
  return answer('查到了，如实告诉用户。', offers ? say.withOffer(told) : told);
}

/** What is known of a plan. */
export function planText(turn: DemoTurn, code: string, { mayApprove }: { readonly mayApprove: boolean }): string {
  const plan = observed(turn, queryCall(code));
  if (!plan) return say.notYet(code);
  if (!plan.ok) return say.notFound(code, plan);
  return mayApprove ? say.mayApprove(plan.fields) : say.detail(plan.fields);
}
