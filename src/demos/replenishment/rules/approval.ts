import type { DemoCall, DemoStep, DemoTurn } from '../../../index';
import { doubtfulInputs, observed, observedAll, observedSince, openCalls, text } from '../../reading/observed';
import { answer, askOpen } from '../../reading/steps';
import * as say from './plan-answers';
import { planText, queryCall } from './query';

const APPROVE = '审批补货计划单';

/** Query, then approve what the query says may be approved. The status words are the tool's: rules know none. */
export function approvalStep(turn: DemoTurn, codes: readonly string[], others: readonly string[] = []): DemoStep {
  if (codes.length === 0) return answer('用户没有给单号，先问清楚，不能猜。', say.askCode('审批'));
  const named = [...codes, ...others];
  const query = askOpen(turn, `审批之前先查 ${named.join('、')} 的详情。`, named.map(queryCall));
  if (query) return query;

  const plans = codes.map((code) => ({ code, plan: observed(turn, queryCall(code)) }));
  const approvable = plans.filter(({ plan }) => plan?.ok && plan.fields.approvable === true).map(({ code }) => code);
  // counted, not compared by input: a reviewer may have changed the code, and that call is not to be made again
  const done = observedAll(turn, APPROVE);
  const left = approvable.length - done.length;
  if (left > 0 && !turn.forced) {
    const calls = openCalls(turn, approvable.map(approveCall)).slice(0, left);
    return { thought: `${approvable.join('、')} 的状态允许审批，提交审批。`, calls };
  }
  const doubtful = doubtfulInputs(turn, APPROVE).flatMap((input) => text(input, 'orderCode') ?? []);
  const unseen = doubtful.map(queryCall).filter((call) => !observedSince(turn, APPROVE, call));
  if (unseen.length > 0 && !turn.forced)
    return { thought: '审批没有返回成功，查一下现在的状态，不能猜。', calls: unseen };

  const refused = plans.flatMap(({ code, plan }) => {
    if (!plan) return [say.notYet(code)];
    if (!plan.ok) return [say.notFound(code, plan)];
    return plan.fields.approvable === true || doubtful.includes(code) ? [] : [say.notAllowed(plan.fields)];
  });
  const open = left > 0 ? openCalls(turn, approvable.map(approveCall)).map(({ input }) => input.orderCode) : [];
  const now = doubtful.map((code) => say.afterDoubt(code, observedSince(turn, APPROVE, queryCall(code))));
  const thought = done.length > 0 ? '审批有结果了，告诉用户。' : '没有可以审批的，如实告诉用户。';
  const looked = others.map((code) => planText(turn, code, { mayApprove: false }));
  const told = [...done.map(say.approved), ...now, ...refused, ...open.map(say.openApproval), ...looked];
  return answer(thought, told.join('\n'));
}

const approveCall = (orderCode: string) => ({ tool: APPROVE, input: { orderCode } }) satisfies DemoCall;
