import { Injectable } from '@nestjs/common';
import { IsString, Length } from 'class-validator';
import { Describe, ReActTool, ToolError, type ToolHandler } from '../../../index';
import { majorUnits } from '../money';
import { BitmallOrders } from '../orders';

export class QueryOrderInput {
  @Describe('订单号，只含数字，由用户提供')
  @IsString()
  @Length(1, 32)
  orderId!: string;
}

@ReActTool({
  name: 'queryOrder',
  description:
    '按订单号查询订单：商品、价格（元）、状态、下单日期、签收日期、运单号，以及已有的退款。没有发货时运单号为 null，没有签收时签收日期为 null。',
  input: QueryOrderInput,
  effect: 'read',
  agents: ['bitmall'],
})
@Injectable()
export class QueryOrderTool implements ToolHandler<QueryOrderInput> {
  constructor(private readonly orders: BitmallOrders) {}

  async execute({ orderId }: QueryOrderInput): Promise<object> {
    const order = await this.orders.find(orderId.trim());
    if (!order) throw new ToolError(`没有找到订单 ${orderId}，请核对订单号。`);
    const { refund } = order;
    return {
      orderId: order.id,
      product: order.product,
      price: majorUnits(order.price_minor),
      currency: order.currency,
      status: order.status,
      orderedOn: order.ordered_on,
      signedOn: order.signed_on,
      trackingNumber: order.tracking_number,
      refund: refund ? { refundId: refund.id, amount: majorUnits(refund.amount_minor), requestedOn: refund.day } : null,
    };
  }
}
