import type { DemoRules, DemoStep, DemoTurn } from '../../index';
import { answer } from '../reading/steps';
import { approvalStep } from './rules/approval';
import * as say from './rules/plan-answers';
import { planRequestOf } from './rules/plan-request';
import { queryStep } from './rules/query';

/** Stands in for a model that approves plans: the code first, then the plan as it is, and only then the approval. */
export const replenishmentRules: DemoRules = {
  agent: 'replenishment',

  next(turn: DemoTurn): DemoStep {
    const { intent, codes, others } = planRequestOf(turn);
    switch (intent) {
      case 'approve':
        return approvalStep(turn, codes, others);
      case 'may-approve':
        return queryStep(turn, codes, { mayApprove: true });
      case 'query':
        return queryStep(turn, codes, { mayApprove: false });
      case 'declined':
        return answer('用户说不要审批。', say.DECLINED);
      case 'beyond':
        return answer('这不是我能做的。', say.BEYOND);
      case 'list':
        return answer('没有列表的工具。', say.LIST);
      case 'unknown':
        return answer('这不在离线演示模型的规则里。', say.UNKNOWN);
      default:
        return intent satisfies never;
    }
  },
};
