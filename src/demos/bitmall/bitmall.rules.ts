import type { DemoRules, DemoStep, DemoTurn } from '../../index';
import { UNKNOWN } from './rules/answers';
import { forcedStep } from './rules/forced';
import { knowledgeStep, orderStep, parcelStep, progressStep, timeStep } from './rules/questions';
import { refundStep } from './rules/refund';
import { requestOf } from './rules/request';
import { answer } from './rules/steps';

/** Stands in for a model in customer service. Facts come from observations only, the days of the return policy included. */
export const bitmallRules: DemoRules = {
  agent: 'bitmall',

  next(turn: DemoTurn): DemoStep {
    if (turn.forced) return forcedStep(turn);
    const request = requestOf(turn);
    switch (request.intent) {
      case 'refund':
      case 'may-refund':
        return refundStep(turn, request);
      case 'refund-progress':
        return progressStep(turn, request);
      case 'parcel':
        return parcelStep(turn, request);
      case 'order':
        return orderStep(turn, request);
      case 'time':
        return timeStep(turn);
      case 'knowledge':
        return knowledgeStep(turn, request);
      case 'unknown':
        return answer('这不在离线演示模型的规则里。', UNKNOWN);
      default:
        return request.intent satisfies never;
    }
  },
};
