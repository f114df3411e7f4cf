import type { DemoStep, DemoTurn } from '../../../index';
import * as say from './answers';
import { nested, text, type Fields } from './observed';
import { forEachOrder } from './questions';
import { beforeReceipt } from './refund';
import type { CustomerRequest } from './request';
import { answer } from './steps';

/** No tool cancels an order: its state is told, and what the knowledge base says about it. */
export function cancelStep(turn: DemoTurn, { orders }: CustomerRequest): DemoStep {
  if (orders.length === 0) return answer('用户没有给订单号，先问清楚。', say.askNumber('取消订单'));
  return forEachOrder(turn, orders, (order) => {
    const status = text(order, 'status') ?? '';
    if (status.includes('取消'))
      return `${say.orderText(order)}它已经取消了；取消的原因我查不到，需要的话请联系人工客服。`;
    if (nested(order, 'refund')) return say.orderText(order);
    if (text(order, 'signedOn') === undefined) return beforeReceipt(turn, order, '我不能替您取消。');
    return `${say.orderText(order)}已经签收的订单不能取消。如果想退货，请告诉我原因，我按退货规则查。`;
  });
}

/** No tool takes a refund back either. */
export function withdrawStep(turn: DemoTurn, { orders }: CustomerRequest): DemoStep {
  if (orders.length === 0) return answer('用户没有给订单号，先问清楚。', say.askNumber('取消退款'));
  return forEachOrder(turn, orders, (order: Fields) => {
    const refund = nested(order, 'refund');
    return refund
      ? `${say.existingRefund(order, refund)}我不能撤销已经提交的退款，请联系人工客服。`
      : `好的。订单 ${text(order, 'orderId')} 没有退款记录，我也没有提交退款申请，不需要取消。`;
  });
}
