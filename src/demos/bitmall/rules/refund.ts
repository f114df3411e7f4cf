import type { DemoStep, DemoTurn } from '../../../index';
import { daysBetween } from '../shop-days';
import * as say from './answers';
import { exceptionsIn, excludes, type ReturnException } from './exceptions';
import { articlesIn, nested, observed, since, text, type Article, type Fields, type Observed } from './observed';
import { dayLimit, sentencesOf, type DayLimit } from './policy-days';
import { OFFER, type CustomerRequest } from './request';
import { answer, ask, askOrder } from './steps';
import { numbersIn } from './numbers';

const NO_REFUND = '没有签收的订单我不能提交退款申请。';
const LATER = '签收以后发现故障，再告诉我，我按质量问题的规则查。';

/** Order, date and policy first; only then the refund, and only when the article that was read allows it. */
export function refundStep(turn: DemoTurn, request: CustomerRequest): DemoStep {
  const [orderId, ...more] = request.orders;
  if (orderId === undefined)
    return answer(
      '用户没有给订单号，先问清楚。',
      say.askNumber(request.intent === 'refund' ? '办理退款' : '查能不能退款'),
    );
  if (more.length > 0) return answer('一次只能办一笔退款。', say.oneAtATime(request.orders));

  const asked = askOrder(turn, orderId);
  if ('step' in asked) return asked.step;
  const applied = observed(turn, 'applyRefund');
  if (applied) return afterApplying(turn, orderId, applied);
  if (!asked.found.ok) return answer('订单没有查到。', say.orderFailed(orderId, asked.found));
  const order = asked.found.fields;
  const refund = nested(order, 'refund');
  if (refund) return answer('这个订单已经退过款。', say.existingRefund(order, refund));
  const signedOn = text(order, 'signedOn');
  if (signedOn === undefined)
    return beforeReceipt(turn, order, request.reason === 'fault' ? `${NO_REFUND}${LATER}` : NO_REFUND);
  return byPolicy(turn, request, order, signedOn);
}

/** Whether a call that failed after it was begun had its effect, only another look at the order tells. */
function afterApplying(turn: DemoTurn, orderId: string, applied: Observed): DemoStep {
  if (applied.ok) return answer('退款已经提交，把单号和到账时间告诉用户。', say.refundText(applied.fields));
  if (!applied.started) return answer('退款没有提交，如实告诉用户。', say.refundFailed(applied));
  const asked = ask(since(turn, 'applyRefund'), '退款没有返回成功，再查一次订单，不能猜。', 'queryOrder', { orderId });
  if ('step' in asked) return asked.step;
  const refund = nested(asked.found.fields, 'refund');
  const now = refund ? say.existingRefund(asked.found.fields, refund) : say.noRefundSeen(orderId, asked.found);
  return answer('看清楚了，如实告诉用户。', `${say.refundFailed(applied)}\n${now}`);
}

export function beforeReceipt(turn: DemoTurn, order: Fields, refusal: string): DemoStep {
  const asked = ask(turn, '订单还没有签收，查一下这种情况怎么取消。', 'searchKnowledge', {
    query: '没有签收的订单怎么取消 拒收 退款',
  });
  if ('step' in asked) return asked.step;
  const state = `订单 ${text(order, 'orderId')}（${text(order, 'product')}）现在的状态是“${text(order, 'status')}”，还没有签收。${refusal}`;
  return answer('没有签收，不能申请退款。', `${state}${asked.found.ok ? say.articleText(asked.found) : ''}`);
}

function byPolicy(turn: DemoTurn, request: CustomerRequest, order: Fields, signedOn: string): DemoStep {
  const time = ask(turn, '订单已经签收。看看今天的日期，算签收了几天。', 'getCurrentTime', {});
  if ('step' in time) return time.step;
  const today = dateIn(time.found);
  if (today === undefined) return answer('不知道今天的日期，不能判断。', say.failed('查询时间'));
  const days = daysBetween(signedOn, today);
  if (days < 0) return answer('签收日期在今天之后，不能按期限判断。', say.notYetSigned(order, signedOn, today));

  const isFault = request.reason === 'fault';
  const query = isFault ? '质量问题 故障 退款 换货 签收后期限' : '无理由退货 签收后期限 条件 哪些商品不支持';
  const knowledge = ask(turn, `签收日期 ${signedOn}，今天 ${today}。查一下退货规则的期限。`, 'searchKnowledge', {
    query,
  });
  if ('step' in knowledge) return knowledge.step;
  const articles = articlesIn(knowledge.found);
  const limit = isFault ? dayLimit(articles, ['质量', '故障'], ['退']) : dayLimit(articles, ['无理由'], ['退']);
  if (!limit) {
    return answer(
      '知识库没有给出期限，不能擅自退款。',
      '知识库里没有查到这种情况的退货期限，我没有提交退款，请联系人工客服确认。',
    );
  }
  if (days > limit.days)
    return answer('已经超过期限，不提交退款。', tooLate(order, days, today, limit, isFault, knowledge.found));
  return (isFault ? undefined : excepted(request, order, articles)) ?? allowed(request, order, days, limit);
}

/** What an article excludes is refused; a product that may be excluded is asked about first. */
function excepted(request: CustomerRequest, order: Fields, articles: readonly Article[]): DemoStep | undefined {
  const product = text(order, 'product') ?? '';
  let open: ReturnException | undefined;
  for (const exception of exceptionsIn(articles)) {
    const isExcluded = excludes(exception, product, request.text) ?? request.isInState;
    if (isExcluded) return answer('文章里写明这类商品不支持无理由退货，不提交退款。', say.excluded(order, exception));
    if (isExcluded === undefined) open ??= exception;
  }
  return open && answer('不知道商品的状态，先问清楚，不擅自提交。', say.askState(order, open));
}

function allowed(request: CustomerRequest, order: Fields, days: number, limit: DayLimit): DemoStep {
  const orderId = text(order, 'orderId');
  if (request.intent === 'may-refund') {
    const reply = `可以退。订单 ${orderId} 签收后是第 ${days} 天，${say.quoted(limit)}。${OFFER}`;
    return answer('用户只是问能不能退，先回答，不擅自提交。', reply);
  }
  const thought = `签收后第 ${days} 天，${say.quoted(limit)}，在期限内，可以提交退款。`;
  return { thought, tool: 'applyRefund', input: { orderId, reason: reasonOf(request.text) } };
}

function tooLate(
  order: Fields,
  days: number,
  today: string,
  limit: DayLimit,
  isFault: boolean,
  knowledge: Observed,
): string {
  const facts =
    `抱歉，这笔订单不能退款了。订单 ${text(order, 'orderId')}（${text(order, 'product')}）${text(order, 'signedOn')} 签收，` +
    `今天 ${today} 是签收后第 ${days} 天；${say.quoted(limit)}，已经超过 ${limit.days} 天。我没有提交退款申请。`;
  if (!isFault) return `${facts}如果商品有故障，请告诉我具体的现象，我再按质量问题的规则查。`;
  const repair = articlesIn(knowledge).flatMap(({ text: body }) =>
    sentencesOf(body).filter((part) => part.includes('保修')),
  )[0];
  return repair ? `${facts}您可以走保修：${repair}。` : facts;
}

/** The customer's own words without the clauses that only name the order. */
function reasonOf(words: string): string {
  const clauses = sentencesOf(words).filter((clause) => numbersIn(clause).orders.length === 0);
  return (clauses.join('。') || words).slice(0, 200);
}

function dateIn({ ok, fields, content }: Observed): string | undefined {
  if (!ok) return undefined;
  return text(fields, 'date') ?? /\d{4}-\d{2}-\d{2}/.exec(content)?.[0];
}
