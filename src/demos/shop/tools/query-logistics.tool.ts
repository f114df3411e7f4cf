import { Injectable } from '@nestjs/common';
import { dateInZone, ReActTool, type ToolContext, type ToolHandler } from '../../../index';
import { ShopOrders } from '../shop-orders';
import { OrderIdInput } from './order-id.input';

@ReActTool({
  name: 'queryLogistics',
  description:
    '按订单号查询物流：快递公司、运单号、最新进展和预计送达日期。还没有物流时 carrier 等为 null。可以和 queryOrder 同时调用。',
  input: OrderIdInput,
  effect: 'read',
  trust: 'untrusted', // the progress is the carrier's words
  agents: ['shop'],
})
@Injectable()
export class ShopQueryLogisticsTool implements ToolHandler<OrderIdInput> {
  constructor(private readonly orders: ShopOrders) {}

  async execute({ orderId }: OrderIdInput, context: ToolContext): Promise<object> {
    const parcel = await this.orders.parcelOf(orderId);
    const days = parcel?.arrives_in_days ?? null;
    return {
      orderId: orderId.trim(),
      carrier: parcel?.carrier ?? null,
      trackingNumber: parcel?.tracking_number ?? null,
      progress: parcel?.progress ?? null,
      expectedOn: days === null ? null : dateInDays(context, days),
      expectedInDays: days,
    };
  }
}

const DAY_MS = 86_400_000;

/** `YYYY-MM-DD`, counted in calendar days: a day of a zone is not always 24 hours long. */
function dateInDays({ now, timeZone }: Pick<ToolContext, 'now' | 'timeZone'>, days: number): string {
  const today = Date.parse(`${dateInZone(now(), timeZone)}T00:00:00Z`);
  return new Date(today + days * DAY_MS).toISOString().slice(0, 10);
}
