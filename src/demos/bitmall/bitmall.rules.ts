import type { DemoRules, DemoStep, DemoTurn } from '../../index';
import { NO_LIST, UNKNOWN } from './rules/answers';
import { cancelStep, withdrawStep } from './rules/cancel';
import { forcedStep } from './rules/forced';
import { knowledgeStep, orderStep, parcelStep, progressStep, timeStep } from './rules/questions';
import { refundStep } from './rules/refund';
import { requestsOf, type CustomerRequest } from './rules/request';
import { answer, together } from './rules/steps';

/** Stands in for a model in customer service. Facts come from observations only, the days of the return policy included. */
export const bitmallRules: DemoRules = {
  agent: 'bitmall',

  next(turn: DemoTurn): DemoStep {
    if (turn.forced) return forcedStep(turn);
    return together(requestsOf(turn).map((request) => () => stepFor(turn, request)));
  },
};

function stepFor(turn: DemoTurn, request: CustomerRequest): DemoStep {
  switch (request.intent) {
    case 'refund':
    case 'may-refund':
      return refundStep(turn, request);
    case 'refund-progress':
      return progressStep(turn, request);
    case 'withdraw':
      return withdrawStep(turn, request);
    case 'cancel':
      return cancelStep(turn, request);
    case 'parcel':
      return parcelStep(turn, request);
    case 'order':
      return orderStep(turn, request);
    case 'order-list':
      return answer('没有能列出订单的工具，如实说明。', NO_LIST);
    case 'time':
      return timeStep(turn);
    case 'knowledge':
      return knowledgeStep(turn, request);
    case 'unknown':
      return answer('这不在离线演示模型的规则里。', UNKNOWN);
    default:
      return request.intent satisfies never;
  }
}
