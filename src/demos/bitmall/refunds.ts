import { Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { dateInZone, ToolError } from '../../index';
import type { BitmallTables, OrderRow, RefundRow } from './bitmall.tables';
import { daysBetween } from './shop-days';

export interface RefundRequest {
  readonly orderId: string;
  readonly reason: string;
  readonly idempotencyKey: string;
  /** Epoch ms. */
  readonly now: number;
  /** IANA zone in which `now` is a day. */
  readonly timeZone: string;
}

/** The back office refuses later requests whatever the policy articles say. */
export const LAST_REFUND_DAY = 15;
/** Parallel requests of one day race for its next number; each round gives it to one of them. */
const MAX_ROUNDS = 50;

@Injectable()
export class BitmallRefunds {
  /**
   * Refunds an order once; the same order again gives the refund that exists, with `existed: true`.
   * @param transaction in which the refund is made; a number that another one takes meanwhile is seen in it.
   * @throws ToolError for an unknown or unsigned order, or one that was signed too long ago or after the day of the run.
   */
  async request(
    transaction: Transaction<BitmallTables>,
    request: RefundRequest,
  ): Promise<RefundRow & { existed: boolean }> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const refund = await this.#once(transaction, request);
      if (refund) return refund;
    }
    throw new ToolError('退款系统繁忙，这次没有提交，请稍后再试。');
  }

  /** Undefined when another request took the same number or the same order meanwhile. */
  async #once(transaction: Transaction<BitmallTables>, request: RefundRequest) {
    const existing = await transaction
      .selectFrom('bitmall_refunds')
      .selectAll()
      .where('order_id', '=', request.orderId)
      .executeTakeFirst();
    if (existing) return { ...existing, existed: true };

    const order = await transaction
      .selectFrom('bitmall_orders')
      .selectAll()
      .where('id', '=', request.orderId)
      .executeTakeFirst();
    const day = dateInZone(request.now, request.timeZone);
    const refund = refundOf(
      refundable(order, request.orderId, day),
      request,
      day,
      await nextSequence(transaction, day),
    );
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('bitmall_refunds')
      .values(refund)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n ? { ...refund, existed: false } : undefined;
  }
}

async function nextSequence(transaction: Transaction<BitmallTables>, day: string): Promise<number> {
  const { last } = await transaction
    .selectFrom('bitmall_refunds')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

function refundable(order: OrderRow | undefined, orderId: string, today: string): OrderRow {
  if (!order) throw new ToolError(`没有找到订单 ${orderId}，不能退款。请核对订单号。`);
  if (order.signed_on === null)
    throw new ToolError(`订单 ${orderId} 还没有签收（${order.status}），签收后才能申请退款。`);
  const days = daysBetween(order.signed_on, today);
  if (days < 0) {
    throw new ToolError(`订单 ${orderId} 的签收日期 ${order.signed_on} 晚于今天 ${today}，日期对不上，不能申请退款。`);
  }
  if (days > LAST_REFUND_DAY) {
    throw new ToolError(`订单 ${orderId} 已签收 ${days} 天，超过 ${LAST_REFUND_DAY} 天，不能再申请退款。`);
  }
  return order;
}

const refundOf = (order: OrderRow, request: RefundRequest, day: string, sequence: number): RefundRow => ({
  id: `RF${day.replaceAll('-', '')}${String(sequence).padStart(3, '0')}`,
  order_id: order.id,
  idempotency_key: request.idempotencyKey,
  reason: request.reason,
  amount_minor: order.price_minor,
  currency: order.currency,
  day,
  sequence,
  created_at: new Date(request.now).toISOString(),
});
