import { Injectable } from '@nestjs/common';
import { ReActTool, type ToolHandler } from '../../../index';
import { ShopOrders } from '../shop-orders';
import { OrderIdInput } from './order-id.input';

@ReActTool({
  name: 'queryOrder',
  description: '按订单号查询订单：商品、价格（元）和状态。不含物流。',
  input: OrderIdInput,
  effect: 'read',
  agents: ['shop'],
})
@Injectable()
export class ShopQueryOrderTool implements ToolHandler<OrderIdInput> {
  constructor(private readonly orders: ShopOrders) {}

  async execute({ orderId }: OrderIdInput): Promise<object> {
    const { id, product, price_minor, currency, status } = await this.orders.find(orderId);
    return { orderId: id, product, price: price_minor / 100, currency, status };
  }
}
