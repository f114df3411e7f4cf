import type { DemoCall, DemoRules, DemoStep, DemoTurn } from '../../index';
import { observed, type Observed } from '../reading/observed';
import { answer, askOpen } from '../reading/steps';
import { askNumber, BEYOND, orderText, UNKNOWN } from './rules/shop-answers';
import { shopRequestOf } from './rules/shop-request';

/** Stands in for a model at the shop: asks for all that is wanted in one turn, then tells what came back. */
export const shopRules: DemoRules = {
  agent: 'shop',

  next(turn: DemoTurn): DemoStep {
    const request = shopRequestOf(turn);
    const { orderIds, isBeyond } = request;
    if (!request.order && !request.logistics) {
      return isBeyond ? answer('这不是查询，我做不到。', BEYOND) : answer('这不在离线演示模型的规则里。', UNKNOWN);
    }
    if (orderIds.length === 0) return answer('用户没有给订单号，先问清楚。', askNumber(isBeyond));

    const order = (orderId: string): DemoCall[] => (request.order ? [{ tool: 'queryOrder', input: { orderId } }] : []);
    const logistics = (orderId: string): DemoCall[] =>
      request.logistics ? [{ tool: 'queryLogistics', input: { orderId } }] : [];
    const calls = orderIds.flatMap((orderId) => [...order(orderId), ...logistics(orderId)]);
    const step = askOpen(turn, thoughtOf(orderIds, calls), calls);
    if (step) return step;

    const known = ([call]: DemoCall[]): Observed | 'open' | undefined => call && (observed(turn, call) ?? 'open');
    const parts = orderIds.map((orderId) => orderText(orderId, known(order(orderId)), known(logistics(orderId))));
    return answer('需要的信息都查到了。', [...parts, ...(isBeyond ? [BEYOND] : [])].join('\n'));
  },
};

const thoughtOf = (orderIds: readonly string[], calls: readonly DemoCall[]): string =>
  `查询订单 ${orderIds.join('、')}${calls.length > 1 ? '，需要的信息可以一起查。' : '。'}`;
