import type { ShipmentRow, TraceRow } from '../bitmall.tables';

interface Shipment extends ShipmentRow {
  readonly traces: readonly (readonly [happenedAt: string, description: string])[];
}

const shipment = (
  tracking_number: string,
  carrier: string,
  status: string,
  ...traces: [happenedAt: string, description: string][]
): Shipment => ({ tracking_number, carrier, status, traces });

const ALL: readonly Shipment[] = [
  shipment(
    'SF1234567890',
    '顺丰速运',
    '已签收',
    ['2026-06-20 18:20', '快件已揽收'],
    ['2026-06-21 09:10', '快件到达上海分拨中心'],
    ['2026-06-22 11:35', '快件已由本人签收'],
  ),
  shipment(
    'JD0099812345678',
    '京东物流',
    '运输中',
    ['2026-06-28 08:05', '包裹已揽收'],
    ['2026-06-29 22:40', '包裹到达武汉转运中心，下一站长沙'],
  ),
  shipment(
    'YT8800123456701',
    '圆通速递',
    '已签收',
    ['2026-06-26 19:30', '杭州营业部已收件'],
    ['2026-06-28 10:12', '包裹已由菜鸟驿站代收'],
  ),
  shipment(
    'SF1234500321',
    '顺丰速运',
    '已签收',
    ['2026-05-10 17:45', '快件已揽收'],
    ['2026-05-12 14:20', '快件已由前台签收'],
  ),
  shipment(
    'ZT7312098765432',
    '中通快递',
    '已签收',
    ['2026-06-21 12:00', '广州白云网点已收件'],
    ['2026-06-23 16:48', '包裹已由本人签收'],
  ),
  shipment(
    'JD0099800045612',
    '京东物流',
    '已签收',
    ['2026-06-13 09:25', '包裹已揽收'],
    ['2026-06-15 18:03', '包裹已由家人签收'],
  ),
  shipment(
    'YT8800120099812',
    '圆通速递',
    '已签收',
    ['2026-06-12 20:10', '义乌营业部已收件'],
    ['2026-06-14 09:55', '包裹已由快递柜代收'],
  ),
  shipment(
    'SF1234511888',
    '顺丰速运',
    '已签收',
    ['2026-06-14 15:15', '快件已揽收'],
    ['2026-06-16 13:30', '快件已由本人签收'],
  ),
  shipment(
    'ZT7312000011122',
    '中通快递',
    '派送中',
    ['2026-06-28 21:15', '深圳龙岗网点已收件'],
    ['2026-06-30 08:32', '快递员正在派送，请保持电话畅通'],
  ),
  shipment(
    'YT8800125550001',
    '圆通速递',
    '已签收',
    ['2026-06-23 18:00', '苏州营业部已收件'],
    ['2026-06-25 15:27', '包裹已由门卫代收'],
  ),
  shipment(
    'SF1234533777',
    '顺丰速运',
    '已签收',
    ['2026-06-27 19:50', '快件已揽收'],
    ['2026-06-29 10:05', '快件已由本人签收'],
  ),
];

export const SHIPMENTS: readonly ShipmentRow[] = ALL.map(({ traces: _, ...row }) => row);

export const TRACES: readonly TraceRow[] = ALL.flatMap(({ tracking_number, traces }) =>
  traces.map(([happened_at, description], index) => ({
    tracking_number,
    position: index + 1,
    happened_at,
    description,
  })),
);
