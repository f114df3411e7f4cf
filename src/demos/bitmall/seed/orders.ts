import type { OrderRow, RefundRow } from '../bitmall.tables';

const order = (
  id: string,
  product: string,
  price: number,
  row: Pick<OrderRow, 'status' | 'ordered_on'> & Partial<Pick<OrderRow, 'signed_on' | 'tracking_number'>>,
): OrderRow => ({
  id,
  product,
  price_minor: Math.round(price * 100),
  currency: 'CNY',
  signed_on: null,
  tracking_number: null,
  ...row,
});

const signed = (ordered_on: string, signed_on: string, tracking_number: string) => ({
  status: '已签收',
  ordered_on,
  signed_on,
  tracking_number,
});

/** As on 2026-06-30: signed on each side of both return limits, on the way, not shipped, cancelled, and refunded. */
export const ORDERS: readonly OrderRow[] = [
  order('88231', '比特 S10 Pro 扫地机', 1999, signed('2026-06-20', '2026-06-22', 'SF1234567890')),
  order('88232', '比特 A5 空气净化器', 1299, { status: '待发货', ordered_on: '2026-06-29' }),
  order('88233', '比特 W3 洗地机', 2499, {
    status: '运输中',
    ordered_on: '2026-06-27',
    tracking_number: 'JD0099812345678',
  }),
  order('88234', '比特 H2 电吹风', 299.9, signed('2026-06-26', '2026-06-28', 'YT8800123456701')),
  order('88235', '比特 S8 扫地机', 1499, signed('2026-05-09', '2026-05-12', 'SF1234500321')),
  order('88236', '比特 K1 破壁机', 459, signed('2026-06-20', '2026-06-23', 'ZT7312098765432')),
  order('88237', '比特 D6 除湿机', 899, signed('2026-06-12', '2026-06-15', 'JD0099800045612')),
  order('88238', '比特 F9 循环扇', 349, signed('2026-06-11', '2026-06-14', 'YT8800120099812')),
  order('88239', '比特 V7 吸尘器', 999, signed('2026-06-13', '2026-06-16', 'SF1234511888')),
  order('88240', '比特 T4 电动牙刷', 199, {
    status: '派送中',
    ordered_on: '2026-06-28',
    tracking_number: 'ZT7312000011122',
  }),
  order('88241', '比特 C2 咖啡机', 1699, { status: '已取消', ordered_on: '2026-06-25' }),
  order('88242', '比特 B1 基站滤网套装', 129, signed('2026-06-23', '2026-06-25', 'YT8800125550001')),
  order('88243', '比特 P5 投影仪', 3299, signed('2026-06-27', '2026-06-29', 'SF1234533777')),
];

export const REFUNDS: readonly RefundRow[] = [
  {
    id: 'RF20260619001',
    order_id: '88239',
    idempotency_key: 'seed:88239',
    reason: '吸头断裂',
    amount_minor: 99900,
    currency: 'CNY',
    day: '2026-06-19',
    sequence: 1,
    created_at: '2026-06-19T02:10:00.000Z',
  },
];
