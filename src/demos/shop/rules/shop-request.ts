import type { DemoTurn } from '../../../index';
import { codesIn } from '../../reading/codes';
import { conversation } from '../../reading/steps';
import { hasAny, plain, without, words } from '../../reading/words';

/** What the customer wants to know, as far as rules can tell. */
export interface ShopRequest {
  readonly order: boolean;
  readonly logistics: boolean;
  /** Asks to do something that this agent cannot do. */
  readonly isBeyond: boolean;
  readonly orderIds: readonly string[];
}

/** Ends each question for the order number; a following number answers it. */
export const ASK_NUMBER = '请告诉我订单号。';

const LABELS = { wanted: ['订单', '单'], other: ['运单', '快递单', '物流单', '快递', '物流', '手机', '电话'] };
const LOGISTICS = words(
  '物流 快递 到哪 运单 配送 派送 包裹 送到 送达 送货 什么时候到 啥时候到 几时到 何时到 多久到 哪天到 什么时候能到',
  '运输 在途 走到 收到货 几天到 明天到 今天到 能到 到货 parcel package deliver shipping tracking where arrive',
);
const ORDER = words(
  '状态 发货 详情 信息 多少钱 价格 金额 什么商品 买的什么 买的是什么 买了什么 哪个商品 付款 进度 情况 寄出 发出',
  '怎么样 status price',
);
/** They hold words of ORDER but mean the parcel. */
const NOT_ORDER = words(
  '物流信息 物流状态 物流情况 物流进度 物流详情 快递信息 快递状态 快递情况 快递进度 运单信息 运输状态 运输情况',
  '配送状态 配送情况 配送进度 包裹状态 包裹情况 物流怎么样 快递怎么样',
);
const BEYOND = words('退款 退货 退钱 退掉 换货 取消 改地址 修改 开发票 催 投诉 赔 refund cancel');
const LOOK = words('查 看 问 呢 帮');

export function shopRequestOf(turn: Pick<DemoTurn, 'question' | 'history'>): ShopRequest {
  const { asked, replied } = conversation(turn);
  const before = asked.at(-1);
  const own = idsIn(turn.question);
  const question = plain(turn.question);
  const earlier = asked.map(idsIn).findLast((ids) => ids.length > 0) ?? [];
  const orderIds = own.length > 0 ? own : earlier.slice(-1);

  const wanted = wantedIn(question);
  const wantsNothing = !wanted.order && !wanted.logistics && !wanted.isBeyond;
  if (!wantsNothing) return { ...wanted, orderIds };
  // "ORD9." after the question for a number, and "And ORD9?", want what was wanted before
  const goesOn = own.length > 0 && (replied.endsWith(ASK_NUMBER) || question.includes('呢'));
  if (goesOn && before !== undefined) {
    const earlierWanted = wantedIn(plain(before));
    if (earlierWanted.order || earlierWanted.logistics) return { ...earlierWanted, orderIds };
  }
  const looks = own.length > 0 || (question.includes('订单') && hasAny(question, LOOK));
  return { ...wanted, order: looks, orderIds };
}

const idsIn = (text: string): readonly string[] => codesIn(text, LABELS);

const wantedIn = (text: string): Omit<ShopRequest, 'orderIds'> => ({
  order: hasAny(without(text, NOT_ORDER), ORDER),
  logistics: hasAny(text, LOGISTICS),
  isBeyond: hasAny(text, BEYOND),
});
