import { excludes, exceptionsIn } from '../../../src/demos/bitmall/rules/exceptions';
import { openShop, toolsOf, type Shop } from './shop';

const LOOKED = ['queryOrder', 'getCurrentTime', 'searchKnowledge'];
const REFUNDED = [...LOOKED, 'applyRefund'];
const ASKED = /是否已经拆封.*请回答“是”或“不是”。$/;
const REFUSED = /不能无理由退货：《哪些商品不支持无理由退货》规定：“[^”]*已经拆封的滤网.*没有提交退款申请/;

describe('goods that an article excludes from a return without a reason', () => {
  let shop: Shop;

  beforeEach(async () => {
    shop = await openShop();
  });
  afterEach(() => shop.close());

  const says = (body: string) =>
    shop.tables.updateTable('bitmall_articles').set({ body }).where('id', '=', 'return-exceptions').execute();

  it.each([
    ['88242 滤网已经拆封，不想要了', LOOKED, REFUSED],
    ['88242 拆开了，还能退吗', LOOKED, REFUSED],
    ['88242 没用过，但是开封了，我要退货', LOOKED, REFUSED],
    ['88242 不想要了，退货', LOOKED, ASKED],
    ['我要退款，订单 88242', LOOKED, ASKED],
    ['88242 能退吗', LOOKED, ASKED],
    ['88242 没拆封，不想要了，退货', REFUNDED, /RF20260630001/],
    ['88242 滤网已经拆封，破损了，退款', REFUNDED, /RF20260630001/], // a fault is no change of mind
    ['88243 拆封了，不想要了', REFUNDED, /RF20260630001/], // of another kind
    ['88234 刻了字，不想要了', LOOKED, /不能无理由退货/],
  ])('"%s"', async (question, tools, expected) => {
    const result = await shop.ask(question);
    expect(toolsOf(result)).toEqual(tools);
    expect(result.finalAnswer).toMatch(expected);
  });

  it.each([
    ['没有', REFUNDED],
    ['没拆，全新的', REFUNDED],
    ['不是', REFUNDED],
    ['是的', LOOKED],
    ['没错', LOOKED],
    ['拆了一个，没用', LOOKED],
    ['我不知道', []],
  ])('asked whether it is opened, "%s" decides', async (reply, tools) => {
    await shop.ask('88242 不想要了，退货', { conversationId: 'c' });
    expect(toolsOf(await shop.ask(reply, { conversationId: 'c' }))).toEqual(tools);
  });

  it('a question whether it can be returned stays one after the reply', async () => {
    await shop.ask('88242 能退吗', { conversationId: 'c' });
    const offer = await shop.ask('没有', { conversationId: 'c' });
    expect([toolsOf(offer), offer.finalAnswer]).toEqual([LOOKED, expect.stringContaining('可以退')]);
    expect(toolsOf(await shop.ask('好的', { conversationId: 'c' }))).toEqual(REFUNDED);
  });

  it('follow the article as it is now', async () => {
    await says('已激活的电吹风，不支持无理由退货。');
    expect((await shop.ask('88234 不想要了')).finalAnswer).toContain('商品已经激活了吗？');
    expect(toolsOf(await shop.ask('88242 滤网已经拆封，不想要了'))).toEqual(REFUNDED);
  });
});

it('the sentence of an article is read as kinds and states', () => {
  const text =
    '定制刻字的商品、已经拆封的滤网和清洁液等耗材、已激活的兑换码，不支持无理由退货。超过 7 天不支持无理由退货。';
  const found = exceptionsIn([{ title: '例外', text }]);
  expect(found.map(({ state, kinds }) => [state, kinds])).toEqual([
    ['定制刻字', []],
    ['拆封', ['滤网', '清洁液', '耗材']],
    ['激活', ['兑换码']],
  ]);
  expect(found.map((one) => excludes(one, '尘袋', '不想要了'))).toEqual([false, undefined, false]);
  expect(found.map((one) => excludes(one, '音乐兑换码', '已经激活'))).toEqual([false, false, true]);
});
