import { openShop, toolsOf, type Shop } from './shop';

const REFUNDED = ['queryOrder', 'getCurrentTime', 'searchKnowledge', 'applyRefund'];
const REFUSED = ['queryOrder', 'getCurrentTime', 'searchKnowledge'];

// each gets its own shop: a refund would change the next answer
const QUESTIONS: [question: string, tools: string[], answer: RegExp][] = [
  ['订单88231的机器充不进电了，给我退款', REFUNDED, /RF20260630001/],
  ['你好，我买的扫地机坏了，麻烦帮我申请退款，单号：88231', REFUNDED, /RF20260630001/],
  ['８８２３１ 这个订单，机器死机，我要退货', REFUNDED, /RF20260630001/],
  ['能帮我把 88231 退了吗？轮子不转了', REFUNDED, /RF20260630001/],
  ['吹风机买错了，帮我退掉，订单号是88234', REFUNDED, /¥299\.90/],
  ['88236 不喜欢，退货', REFUNDED, /RF20260630001/], // day 7
  ['订单 88237 漏水，退钱', REFUNDED, /¥899/], // day 15
  ['订单 88238 质量有问题，申请退款', REFUSED, /第 16 天.*15 天/],
  ['88235 的扫地机不工作了，我要退款', REFUSED, /第 49 天/],
  ['我不想要 88237 了，可以给我退货吗', REFUSED, /第 15 天.*7 天/],
  ['机器没坏，就是不想要了，退款，订单 88231', REFUSED, /第 8 天/],
  ['我要退款，订单 88231', REFUSED, /故障/],
  ['订单 88232 帮我退款', ['queryOrder', 'searchKnowledge'], /还没有签收.*取消/],
  ['订单 88239 我要退款，坏了', ['queryOrder'], /RF20260619001/],
  ['88239 的退款到账了吗', ['queryOrder'], /RF20260619001/],
  ['订单 88234 的退款进度', ['queryOrder'], /没有退款记录/],
  ['我的快递 订单号 88233 现在到哪里了', ['queryOrder', 'queryLogistics'], /京东物流.*武汉/],
  ['88240 什么时候能送到？', ['queryOrder', 'queryLogistics'], /中通快递.*正在派送/],
  ['订单 88232 发货了没有', ['queryOrder'], /待发货/],
  ['查一下运单号 SF1234533777', ['queryLogistics'], /2026-06-29 10:05/],
  [
    '订单 88233 和 88240 的物流',
    ['queryOrder', 'queryLogistics', 'queryOrder', 'queryLogistics'],
    /京东物流[^]*中通快递/,
  ],
  ['查一下订单 88241', ['queryOrder'], /咖啡机.*已取消/],
  ['订单 88243 多少钱买的？', ['queryOrder'], /¥3,299/],
  ['订单 99999 的快递到哪了', ['queryOrder'], /没有找到订单 99999/],
  ['订单 99999 坏了，退款', ['queryOrder'], /没有找到订单 99999/],
  ['查运单号 SF0000000001', ['queryLogistics'], /没有找到运单 SF0000000001/],
  ['我的快递到哪了', [], /请提供订单号/],
  ['我要退货', [], /请提供订单号/],
  ['88231 和 88234 都坏了，都退了吧', [], /一个订单号/],
  ['现在几点了？', ['getCurrentTime'], /2026-06-30 19:05:23/],
  ['怎么开发票？', ['searchKnowledge'], /怎么开电子发票/],
  ['七天无理由退货怎么算？', ['searchKnowledge'], /自签收次日起 7 天内/],
  ['退款多久到账？', ['searchKnowledge'], /1 到 3 个工作日/],
  ['扫地机不回充怎么办', ['searchKnowledge'], /金属触点/],
  ['先不退款，88231 的扫地机不回充怎么办', ['searchKnowledge'], /金属触点/],
  ['帮我看看 88231 坏了还能不能退', REFUSED, /可以退.*需要我现在提交退款申请吗？/],
  ['订单 88231 退货运费谁出', ['searchKnowledge'], /运费/],
  ['我之前申请的退款到哪了', [], /请提供订单号/],
  ['我想把前几天买的吸尘器退了', [], /请提供订单号/],
  ['I want a refund for order 88234, please', REFUNDED, /RF20260630001/],
  ['写一首关于春天的诗', [], /离线演示模型/],
  ['hello', [], /离线演示模型/],
];

describe('reworded questions', () => {
  let shop: Shop;

  beforeEach(async () => {
    shop = await openShop();
  });
  afterEach(() => shop.close());

  it.each(QUESTIONS)('"%s"', async (question, tools, answer) => {
    const result = await shop.ask(question);
    expect(toolsOf(result)).toEqual(tools);
    expect(result.finalAnswer).toMatch(answer);
    const { count } = await shop.tables
      .selectFrom('bitmall_refunds')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(tools.includes('applyRefund') ? 2 : 1);
  });
});
