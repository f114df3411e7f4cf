import { number, text, type Fields, type Observed } from '../../reading/observed';
import { ASK_NUMBER } from './shop-request';

export const UNKNOWN =
  '我是离线演示模型，没有接入真正的大模型，只会查询订单状态和物流。可以这样问我：“帮我查下订单（订单号）的状态和物流信息”。' +
  '要自由对话，请配置 OPENAI_MODEL。';

export const BEYOND = '我只能查询订单和物流，不能退款、取消或修改订单，请联系人工客服。';

export const askNumber = (beyond: boolean): string => `${beyond ? BEYOND : '好的。'}要查询的话，${ASK_NUMBER}`;

/** All that is known of one order, in one paragraph; `undefined` is what was not asked, `'open'` what there was no time for. */
export function orderText(
  orderId: string,
  order: Observed | 'open' | undefined,
  logistics: Observed | 'open' | undefined,
): string {
  if (order !== 'open' && order?.ok === false) return failed(`订单 ${orderId} `, order);
  const parts = [
    order && (order === 'open' ? `订单 ${orderId} 的状态还没有来得及查。` : stateText(order.fields)),
    logistics && logisticsText(orderId, logistics),
  ];
  return parts.filter((part) => part !== undefined).join('');
}

const stateText = (order: Fields): string =>
  `订单 ${text(order, 'orderId')}：${text(order, 'product')}，金额 ${money(order)}，状态：${text(order, 'status')}。`;

function logisticsText(orderId: string, logistics: Observed | 'open'): string {
  if (logistics === 'open') return `订单 ${orderId} 的物流还没有来得及查。`;
  if (!logistics.ok) return failed(`订单 ${orderId} 的物流`, logistics);
  const { fields } = logistics;
  const carrier = text(fields, 'carrier');
  if (carrier === undefined) return `订单 ${orderId} 还没有物流信息。`;
  const arrival = text(fields, 'expectedOn');
  const when = arrival === undefined ? '' : `，预计${dayName(fields)}（${arrival}）送达`;
  return `订单 ${orderId} 的物流：${carrier}，运单号 ${text(fields, 'trackingNumber')}，${text(fields, 'progress')}${when}。`;
}

function dayName(fields: Fields): string {
  const days = number(fields, 'expectedInDays') ?? 0;
  return ['今天', '明天', '后天'][days] ?? (days < 0 ? `${-days} 天前` : `${days} 天后`);
}

const money = (order: Fields): string =>
  text(order, 'currency') === 'CNY' ? `¥${text(order, 'price')}` : `${text(order, 'price')} ${text(order, 'currency')}`;

const failed = (what: string, { content }: Observed): string => `抱歉，查询${what}没有成功：${content}`;
