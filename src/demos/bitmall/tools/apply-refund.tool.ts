import { Injectable } from '@nestjs/common';
import { IsString, Length } from 'class-validator';
import { Describe, ReActTool, transactionOf, type ToolContext, type ToolHandler } from '../../../index';
import type { BitmallTables } from '../bitmall.tables';
import { majorUnits } from '../money';
import { BitmallRefunds } from '../refunds';

export class ApplyRefundInput {
  @Describe('订单号，只含数字')
  @IsString()
  @Length(1, 32)
  orderId!: string;

  @Describe('退款原因，用用户自己的话，审批人会看到')
  @IsString()
  @Length(1, 300)
  reason!: string;
}

@ReActTool({
  name: 'applyRefund',
  description:
    '为已签收的订单提交退款申请，返回退款单号和到账时间。有副作用：先查订单、当前时间和退货规则，确认符合规则再调用。' +
    '同一订单只会有一笔退款，再次申请返回已有的那一笔（existed 为 true）。',
  input: ApplyRefundInput,
  effect: 'write',
  transactional: true,
  approval: true,
})
@Injectable()
export class ApplyRefundTool implements ToolHandler<ApplyRefundInput> {
  constructor(private readonly refunds: BitmallRefunds) {}

  async execute({ orderId, reason }: ApplyRefundInput, context: ToolContext): Promise<object> {
    const refund = await this.refunds.request(transactionOf<BitmallTables>(context), {
      orderId: orderId.trim(),
      reason,
      idempotencyKey: context.idempotencyKey,
      now: context.now(),
      timeZone: context.timeZone,
    });
    return {
      refundId: refund.id,
      orderId: refund.order_id,
      amount: majorUnits(refund.amount_minor),
      currency: refund.currency,
      reason: refund.reason,
      requestedOn: refund.day,
      expectedWorkingDays: '1-3',
      existed: refund.existed,
    };
  }
}
