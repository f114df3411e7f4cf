import { shopDemo } from '../../../src/demos/shop/shop.demo';
import { shopTables, type ShopDatabase } from '../../../src/demos/shop/shop.tables';
import { PROTOCOLS, ReActAgentService, type ReActResult } from '../../../src/index';
import { deeds, openDemo, type OpenDemo } from '../open-demo';

const BOTH = '帮我查下订单ORD001的状态和物流信息';
const turnsOf = ({ steps }: ReActResult): number[] => steps.map(({ step }) => step);

describe('orders and logistics, offline', () => {
  let shop: OpenDemo;
  let tables: ShopDatabase;
  beforeEach(async () => {
    shop = await openDemo(shopDemo);
    tables = shopTables(shop.database);
  });
  afterEach(() => shop.close());

  it.each([...PROTOCOLS.keys()])('in %s: both tools, results in call order, one answer', async (protocol) => {
    const other = await openDemo(shopDemo, { protocol });
    const result = await other.ask(BOTH);
    await other.close();
    expect(result.protocol).toBe(protocol);
    expect(deeds(result)).toEqual(['queryOrder: ORD001', 'queryLogistics: ORD001']);
    expect(JSON.parse(result.steps[0]!.observation!)).toEqual({
      orderId: 'ORD001',
      product: 'iPhone 15 Pro',
      price: 8999,
      currency: 'CNY',
      status: '已发货',
    });
    expect(JSON.parse(result.steps[1]!.observation!)).toMatchObject({
      carrier: '顺丰速运',
      trackingNumber: 'SF123456',
      progress: '已到达北京分拣中心',
      expectedOn: '2026-07-01',
    });
    expect(result.success).toBe(true);
    expect(result.finalAnswer).toBe(
      '订单 ORD001：iPhone 15 Pro，金额 ¥8999，状态：已发货。' +
        '订单 ORD001 的物流：顺丰速运，运单号 SF123456，已到达北京分拣中心，预计明天（2026-07-01）送达。',
    );
  });

  it('by native calls both are asked for in one turn and run at the same time', async () => {
    const result = await shop.ask(BOTH);
    expect(result.protocol).toBe('native');
    expect(turnsOf(result)).toEqual([1, 1]);
    const events = await shop.app.get(ReActAgentService).events(result.runId);
    const tools = events.flatMap((event) =>
      event.type === 'tool.started' || event.type === 'tool.finished' ? [event.type] : [],
    );
    expect(tools).toEqual(['tool.started', 'tool.started', 'tool.finished', 'tool.finished']);
  });

  it('an order that is not shipped has no logistics, and this is no fault', async () => {
    const result = await shop.ask('订单ORD002的状态和物流信息');
    expect(result.steps.map(({ ok }) => ok)).toEqual([true, true]);
    expect(result.finalAnswer).toMatch(/AirPods Pro，金额 ¥1899，状态：待发货。订单 ORD002 还没有物流信息/);
  });

  it('an unknown order is an observation that names it, told once', async () => {
    const result = await shop.ask('订单 ORD009 的状态和物流');
    expect(result.steps.map(({ ok }) => ok)).toEqual([false, false]);
    expect(result.status).toBe('answered');
    expect(result.finalAnswer?.match(/没有找到订单 ORD009/g)).toHaveLength(1);
  });

  it.each([
    ['2026-06-30T15:59:00Z', '2026-07-01'], // the last minute of the day in the run's zone
    ['2026-06-30T16:00:00Z', '2026-07-02'],
    ['2028-02-28T04:00:00Z', '2028-02-29'],
  ])('at %s tomorrow is %s', async (clock, day) => {
    const other = await openDemo(shopDemo, { clock });
    const { finalAnswer } = await other.ask('ORD001 什么时候到');
    await other.close();
    expect(finalAnswer).toContain(`预计明天（${day}）`);
  });

  it('answers follow the rows', async () => {
    await tables.updateTable('shop_orders').set({ product: '木马', price_minor: 1250 }).execute();
    await tables
      .updateTable('shop_parcels')
      .set({ carrier: '飞马', progress: '丢失', arrives_in_days: null })
      .execute();
    await tables
      .insertInto('shop_orders')
      .values({ ...ROW, id: 'ORD777' })
      .execute();
    expect((await shop.ask(BOTH)).finalAnswer).toMatch(/木马，金额 ¥12.5.*飞马，运单号 SF123456，丢失。$/);
    expect((await shop.ask('查订单 ORD777')).finalAnswer).toBe('订单 ORD777：风筝，金额 30 USD，状态：已签收。');
  });

  it('asks for a missing number, and goes on with both when it comes', async () => {
    const conversationId = 'c1';
    const first = await shop.ask('帮我查一下订单状态和物流', { conversationId });
    expect([deeds(first), first.finalAnswer]).toEqual([[], expect.stringMatching(/请告诉我订单号。$/)]);
    expect(deeds(await shop.ask('ord001', { conversationId }))).toEqual([
      'queryOrder: ORD001',
      'queryLogistics: ORD001',
    ]);
    expect(deeds(await shop.ask('现在到哪了？', { conversationId }))).toEqual(['queryLogistics: ORD001']);
    expect(deeds(await shop.ask('那 ORD002 呢', { conversationId }))).toEqual(['queryLogistics: ORD002']);
  });

  it('a limit ends in what is known, and says what is not', async () => {
    const other = await openDemo(shopDemo, { protocol: 'text' });
    const result = await other.ask(BOTH, { maxSteps: 1 });
    await other.close();
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'step_limit' });
    expect(turnsOf(result)).toEqual([1]);
    expect(result.finalAnswer).toMatch(/iPhone 15 Pro.*物流还没有来得及查/);
  });

  it('a restart adds what is absent and leaves changed rows as they are', async () => {
    await tables.updateTable('shop_orders').set({ status: '有争议' }).where('id', '=', 'ORD001').execute();
    await tables.deleteFrom('shop_orders').where('id', '=', 'ORD002').execute();
    await shop.stop();
    shop = await openDemo(shopDemo, { folder: shop.folder });
    const { finalAnswer } = await shop.ask('订单 ORD001 和 ORD002 的状态');
    expect(finalAnswer).toMatch(/有争议[^]*待发货/);
  });
});

const ROW = { product: '风筝', price_minor: 3000, currency: 'USD', status: '已签收' };

describe('reworded questions to the shop', () => {
  let shop: OpenDemo;
  beforeAll(async () => {
    shop = await openDemo(shopDemo);
  });
  afterAll(() => shop.close());

  it.each<[string, string[], RegExp]>([
    ['我的订单ORD001现在什么状态，快递走到哪里了？', ['queryOrder: ORD001', 'queryLogistics: ORD001'], /已发货.*北京/],
    ['查询订单：ＯＲＤ００１ 的详情以及配送情况', ['queryOrder: ORD001', 'queryLogistics: ORD001'], /¥8999.*SF123456/],
    ['ord001发货了吗？几时到', ['queryOrder: ORD001', 'queryLogistics: ORD001'], /已发货.*明天/],
    ['订单号是 ORD002，多少钱买的', ['queryOrder: ORD002'], /¥1899/],
    ['ORD002', ['queryOrder: ORD002'], /待发货/],
    ['看看 ORD001 的物流信息', ['queryLogistics: ORD001'], /^订单 ORD001 的物流：顺丰速运/],
    ['ORD001 的包裹送到哪了', ['queryLogistics: ORD001'], /北京分拣中心/],
    ['订单 ORD001 和 ORD002 的状态', ['queryOrder: ORD001', 'queryOrder: ORD002'], /iPhone[^]*AirPods/],
    ['订单 12 的状态', ['queryOrder: 12'], /没有找到订单 12/],
    ['取消订单 ORD002，它发货了吗', ['queryOrder: ORD002'], /待发货[^]*只能查询/],
    ['我要退款，订单 ORD001', [], /只能查询/],
    ['查运单号 SF123456 到哪了', [], /请告诉我订单号/],
    ['我的快递到哪了', [], /请告诉我订单号/],
    ['写一首关于春天的诗', [], /离线演示模型/],
  ])('"%s"', async (question, expected, answer) => {
    const result = await shop.ask(question);
    expect(deeds(result)).toEqual(expected);
    expect(result.finalAnswer).toMatch(answer);
  });
});
