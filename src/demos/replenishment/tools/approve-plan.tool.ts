import { Injectable } from '@nestjs/common';
import { ReActTool, transactionOf, type ToolContext, type ToolHandler } from '../../../index';
import { ReplenishmentPlans } from '../replenishment-plans';
import type { ReplenishmentTables } from '../replenishment.tables';
import { OrderCodeInput } from './order-code.input';

@ReActTool({
  name: '审批补货计划单',
  description:
    '审批通过一张补货计划单，返回审批后的状态。有副作用：先用“查询补货计划单详情”确认 approvable 为 true。状态不允许时拒绝，不做修改。',
  input: OrderCodeInput,
  effect: 'write',
  transactional: true,
  approval: true,
})
@Injectable()
export class ApprovePlanTool implements ToolHandler<OrderCodeInput> {
  constructor(private readonly plans: ReplenishmentPlans) {}

  async execute({ orderCode }: OrderCodeInput, context: ToolContext): Promise<object> {
    const { idempotencyKey } = context;
    const transaction = transactionOf<ReplenishmentTables>(context);
    const plan = await this.plans.approve(transaction, { orderCode, idempotencyKey, now: context.now() });
    return { orderCode: plan.order_code, status: plan.status, approvedAt: plan.approved_at };
  }
}
