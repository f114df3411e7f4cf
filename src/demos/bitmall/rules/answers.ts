import { ASK_NUMBER } from './request';
import { articlesIn, list, nested, text, type Fields, type Observed } from './observed';
import type { DayLimit } from './policy-days';

export const UNKNOWN =
  '我是离线演示模型，没有接入真正的大模型，只懂几类客服问题：查订单、查快递、申请退款、查退款进度、问商城规则和产品使用、问时间。' +
  '可以这样问我：“帮我看看订单（订单号）的快递到哪了”“机器坏了想退款，订单号（订单号）”“怎么开发票？”。要自由对话，请配置 OPENAI_MODEL。';

export const askNumber = (purpose: string): string => `好的，要${purpose}，我需要知道是哪一笔订单。${ASK_NUMBER}`;

export const ONE_AT_A_TIME = '退款要一笔一笔地办。请告诉我先办哪一笔，只写一个订单号。';

export const REFUND_HINT = '如果还是不行、想退款，请把订单号和故障一起告诉我。';

export const failed = (what: string, { content }: Observed): string => `抱歉，${what}没有成功：${content}`;

/** What is known of an order, refund included. */
export function orderText(order: Fields): string {
  const signed = text(order, 'signedOn');
  const tracking = text(order, 'trackingNumber');
  const parts = [
    `订单 ${text(order, 'orderId')}：${text(order, 'product')}，金额 ${money(order, 'price')}，状态：${text(order, 'status')}`,
    `下单日期 ${text(order, 'orderedOn')}`,
    signed ? `签收日期 ${signed}` : '还没有签收',
    tracking ? `运单号 ${tracking}` : '还没有运单号',
  ];
  const refund = nested(order, 'refund');
  return `${parts.join('，')}。${refund ? existingRefund(order, refund) : ''}`;
}

export const existingRefund = (order: Fields, refund: Fields): string =>
  `订单 ${text(order, 'orderId')} 已经有一笔退款：退款单号 ${text(refund, 'refundId')}，金额 ${money(refund, 'amount', order)}，` +
  `申请日期 ${text(refund, 'requestedOn')}，按原支付方式退回，不会重复退款。`;

export function refundText(refund: Fields): string {
  const days = (text(refund, 'expectedWorkingDays') ?? '').replace('-', '–');
  const outcome = refund.existed === true ? '之前已经申请过退款，不会重复退款' : '的退款申请已经提交';
  return (
    `订单 ${text(refund, 'orderId')} ${outcome}。退款单号 ${text(refund, 'refundId')}，金额 ${money(refund, 'amount')}，` +
    `按原支付方式退回，预计 ${days} 个工作日到账。`
  );
}

export function parcelText(order: Fields | undefined, parcel: Fields): string {
  const traces = list(parcel, 'traces').map((trace) => `${text(trace, 'time')} ${text(trace, 'description')}`);
  const whose = order ? `订单 ${text(order, 'orderId')}（${text(order, 'product')}）的快递：` : '';
  return (
    `${whose}${text(parcel, 'carrier')}，运单号 ${text(parcel, 'trackingNumber')}，状态：${text(parcel, 'status')}。` +
    (traces.length > 0 ? `最新进展：${traces.at(-1)}。全部轨迹：${traces.join('；')}。` : '还没有轨迹。')
  );
}

export function articleText(knowledge: Observed): string {
  const [best, ...others] = articlesIn(knowledge);
  if (!best) return '知识库里没有找到相关的文章，我不能凭空回答。请换个说法，或者联系人工客服。';
  const more = others.map(({ title }) => `《${title}》`).join('');
  return `根据《${best.title}》：${best.text}${more ? `相关文章还有${more}。` : ''}`;
}

export const quoted = ({ title, sentence }: DayLimit): string => `《${title}》规定：“${sentence}”`;

export function timeText({ fields, content }: Observed): string {
  const now = text(fields, 'now');
  if (!now) return `现在的时间：${content}`;
  return `现在是 ${now.slice(0, 19).replace('T', ' ')}，${text(fields, 'weekday') ?? ''}（时区 ${text(fields, 'timeZone') ?? ''}）。`;
}

const money = (fields: Fields, name: string, currencyIn: Fields = fields): string =>
  text(currencyIn, 'currency') === 'CNY'
    ? `¥${text(fields, name)}`
    : `${text(fields, name)} ${text(currencyIn, 'currency') ?? ''}`;
