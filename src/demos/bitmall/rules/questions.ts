import type { DemoStep, DemoTurn } from '../../../index';
import * as say from './answers';
import { nested, text, type Fields } from './observed';
import { searchTerms } from './relevance';
import type { CustomerRequest } from './request';
import * as words from './words';
import { answer, ask, askOrder, together } from './steps';

export function orderStep(turn: DemoTurn, { orders }: CustomerRequest): DemoStep {
  if (orders.length === 0) return answer('用户没有给订单号，先问清楚。', say.askNumber('查订单'));
  return forEachOrder(turn, orders, (order) => say.orderText(order));
}

export function progressStep(turn: DemoTurn, { orders }: CustomerRequest): DemoStep {
  if (orders.length === 0) return answer('用户没有给订单号，先问清楚。', say.askNumber('查退款进度'));
  return forEachOrder(turn, orders, (order) => {
    const refund = nested(order, 'refund');
    return refund
      ? say.existingRefund(order, refund)
      : `订单 ${text(order, 'orderId')} 没有退款记录，还没有申请过退款。`;
  });
}

/** From the order to its tracking number to the parcel. */
export function parcelStep(turn: DemoTurn, { orders, parcels }: CustomerRequest): DemoStep {
  const byNumber = parcels.map((trackingNumber) => () => parcelAnswer(turn, undefined, trackingNumber));
  if (orders.length === 0 && parcels.length > 0) return together(byNumber);
  if (orders.length === 0) return answer('用户没有给订单号，先问清楚。', say.askNumber('查快递'));
  const ofOrder = (order: Fields): string | DemoStep => {
    const number = text(order, 'trackingNumber');
    if (number !== undefined) return parcelAnswer(turn, order, number);
    return `订单 ${text(order, 'orderId')}（${text(order, 'product')}）还没有运单号，现在的状态是“${text(order, 'status')}”，暂时没有物流信息。`;
  };
  return together([() => forEachOrder(turn, orders, ofOrder), ...byNumber]);
}

function parcelAnswer(turn: DemoTurn, order: Fields | undefined, trackingNumber: string): DemoStep {
  const asked = ask(turn, `运单号是 ${trackingNumber}，查它的物流轨迹。`, 'queryLogistics', { trackingNumber });
  if ('step' in asked) return asked.step;
  const { found } = asked;
  return answer(
    '查到了物流。',
    found.ok ? say.parcelText(order, found.fields) : say.parcelFailed(trackingNumber, found),
  );
}

/** Answers for several orders stand under each other; the first step that is still open comes first. */
export function forEachOrder(
  turn: DemoTurn,
  orders: readonly string[],
  tell: (order: Fields) => string | DemoStep,
): DemoStep {
  return together(
    orders.map((orderId) => () => {
      const asked = askOrder(turn, orderId);
      if ('step' in asked) return asked.step;
      const told = asked.found.ok ? tell(asked.found.fields) : say.orderFailed(orderId, asked.found);
      return typeof told === 'string' ? answer('需要的信息都查到了。', told) : told;
    }),
  );
}

export function timeStep(turn: DemoTurn): DemoStep {
  const asked = ask(turn, '用户问时间，查一下。', 'getCurrentTime', {});
  if ('step' in asked) return asked.step;
  return answer('查到了时间。', asked.found.ok ? say.timeText(asked.found) : say.failed('查询时间'));
}

export function knowledgeStep(turn: DemoTurn, request: CustomerRequest): DemoStep {
  const asksToReturn = words.hasAny(request.text, words.HOW_TO_RETURN) && !words.hasAny(request.text, words.ASIDE);
  const query = `${searchTerms(request.text.trim()).slice(0, 300)}${asksToReturn ? ' 规则' : ''}`;
  const asked = ask(turn, '这是规则或使用问题，查知识库。', 'searchKnowledge', { query });
  if ('step' in asked) return asked.step;
  if (!asked.found.ok) return answer('没有查到文章。', say.failed('查询知识库'));
  const hint = request.reason === 'fault' ? say.REFUND_HINT : asksToReturn ? say.RETURN_HINT : '';
  return answer('按文章回答。', `${say.articleText(asked.found)}${hint}`);
}
