import { Injectable } from '@nestjs/common';
import { ReActTool, type ToolHandler } from '../../../index';
import { isApprovable, ReplenishmentPlans } from '../replenishment-plans';
import { OrderCodeInput } from './order-code.input';

@ReActTool({
  name: '查询补货计划单详情',
  description: '按单号查询补货计划单：商品、数量、仓库、申请人、状态，以及现在能不能审批（approvable）。',
  input: OrderCodeInput,
  effect: 'read',
})
@Injectable()
export class QueryPlanTool implements ToolHandler<OrderCodeInput> {
  constructor(private readonly plans: ReplenishmentPlans) {}

  async execute({ orderCode }: OrderCodeInput): Promise<object> {
    const plan = await this.plans.find(orderCode);
    return {
      orderCode: plan.order_code,
      product: plan.product,
      quantity: plan.quantity,
      warehouse: plan.warehouse,
      applicant: plan.applicant,
      status: plan.status,
      approvable: isApprovable(plan),
      approvedAt: plan.approved_at,
    };
  }
}
