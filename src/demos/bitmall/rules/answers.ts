import { writtenAmount } from '../money';
import { ASK_NUMBER, ASK_STATE, ASK_WHICH } from './request';
import { articlesIn, list, nested, text, type Fields, type Observed } from './observed';
import type { DayLimit } from './policy-days';
import type { ReturnException } from './exceptions';
import { relevant } from './relevance';

export const UNKNOWN =
  '我是离线演示模型，没有接入真正的大模型，只懂几类客服问题：查订单、查快递、申请退款、查退款进度、问商城规则和产品使用、问时间。' +
  '可以这样问我：“帮我看看订单（订单号）的快递到哪了”“机器坏了想退款，订单号（订单号）”“怎么开发票？”。要自由对话，请配置 OPENAI_MODEL。';

export const askNumber = (purpose: string): string => `好的，要${purpose}，我需要知道是哪一笔订单。${ASK_NUMBER}`;

export const oneAtATime = (orders: readonly string[]): string =>
  `退款要一笔一笔地办，您提到了订单 ${orders.join('、')}，我一笔都还没有提交。${ASK_WHICH}`;

export const NO_LIST =
  '我不能列出您的全部订单，只能按订单号一笔一笔地查。请把订单号告诉我，例如这样问：“帮我看看订单（订单号）的快递到哪了”“查一下订单（订单号）”。';

export const askState = (order: Fields, exception: ReturnException): string =>
  `订单 ${text(order, 'orderId')}（${text(order, 'product')}）能不能无理由退货，要看商品是否已经${exception.state}：${quoted(exception)}。` +
  `我还没有提交退款申请。请问商品已经${exception.state}了吗？${ASK_STATE}`;

export const excluded = (order: Fields, exception: ReturnException): string =>
  `抱歉，订单 ${text(order, 'orderId')}（${text(order, 'product')}）不能无理由退货：${quoted(exception)}。` +
  `我没有提交退款申请。如果商品有质量问题，请告诉我具体的现象，我再按质量问题的规则查。`;

export const RETURN_HINT = '要办理退款，请把订单号和原因一起告诉我。';

export const REFUND_HINT = '如果还是不行、想退款，请把订单号和故障一起告诉我。';

export const notYetSigned = (order: Fields, signedOn: string, today: string): string =>
  `订单 ${text(order, 'orderId')}（${text(order, 'product')}）记录的签收日期是 ${signedOn}，晚于今天 ${today}，日期对不上，我不能判断退货期限，没有提交退款申请。请联系人工客服核对。`;

/** What a tool says of a fault is meant for the model; a customer hears what to do. */
export const failed = (what: string): string => `抱歉，${what}没有成功，请稍后再试，或者联系人工客服。`;

export const orderFailed = (orderId: string, { content }: Observed): string =>
  isAbsent(content) ? `没有找到订单 ${orderId}，请核对订单号。` : failed(`查询订单 ${orderId} `);

export const parcelFailed = (trackingNumber: string, { content }: Observed): string =>
  isAbsent(content) ? `没有找到运单 ${trackingNumber}，请核对运单号。` : failed(`查询运单 ${trackingNumber} `);

/** The back office and a person who rejects write to the customer, so the reason is passed on; what speaks of the tool is not. */
export function refundFailed({ content, started, refusal }: Observed): string {
  if (refusal === '') return '抱歉，退款申请没有通过人工审核，我没有提交。需要的话请联系人工客服。';
  if (refusal !== undefined) return `抱歉，退款申请没有通过人工审核，我没有提交。审核意见：${refusal}`;
  if (started) return `退款申请没有返回成功的结果：${content}`;
  return content.includes('applyRefund') ? failed('提交退款申请') : `抱歉，退款申请没有提交成功：${content}`;
}

const isAbsent = (content: string): boolean => content.includes('没有找到');

/** After a refund of which nobody knows whether it was made. */
export const noRefundSeen = (orderId: string, { ok }: Observed): string =>
  ok
    ? `我又查了一次，订单 ${orderId} 上没有退款。`
    : `我没能再查到订单 ${orderId}，退款有没有提交还不清楚，请稍后查询，不要重复申请。`;

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

/** Measured by what the search was asked, so that no article is quoted for a word that it shares by chance. */
export function articleText(knowledge: Observed): string {
  const [best, ...others] = relevant(articlesIn(knowledge), text(knowledge.input, 'query') ?? '');
  if (!best) return '知识库里没有找到相关的文章，我不能凭空回答。请换个说法，或者联系人工客服。';
  if (!best.isAnswer)
    return `知识库里没有正好回答这个问题的文章，最接近的是《${best.title}》：${best.text}如果不是您要问的，请换个说法，或者联系人工客服。`;
  const more = others
    .filter(({ isAnswer }) => isAnswer)
    .map(({ title }) => `《${title}》`)
    .join('');
  return `根据《${best.title}》：${best.text}${more ? `相关文章还有${more}。` : ''}`;
}

export const quoted = ({ title, sentence }: Pick<DayLimit, 'title' | 'sentence'>): string =>
  `《${title}》规定：“${sentence}”`;

export function timeText({ fields, content }: Observed): string {
  const now = text(fields, 'now');
  if (!now) return `现在的时间：${content}`;
  return `现在是 ${now.slice(0, 19).replace('T', ' ')}，${text(fields, 'weekday') ?? ''}（时区 ${text(fields, 'timeZone') ?? ''}）。`;
}

function money(fields: Fields, name: string, currencyIn: Fields = fields): string {
  const amount = writtenAmount(Number(text(fields, name) ?? NaN));
  const currency = text(currencyIn, 'currency') ?? '';
  return currency === 'CNY' ? `¥${amount}` : `${amount} ${currency}`;
}
