import { PROTOCOLS } from '../../../src/index';
import { openShop, toolsOf, type Shop } from './shop';

const REFUND_TOOLS = ['queryOrder', 'getCurrentTime', 'searchKnowledge', 'applyRefund'];
const FAULT = '我上周买的扫地机不回充了，修不好我想退。订单号 88231。';

describe('customer service, offline', () => {
  let shop: Shop;

  beforeEach(async () => {
    shop = await openShop();
  });
  afterEach(() => shop.close());

  const refunds = () => shop.tables.selectFrom('bitmall_refunds').selectAll().where('order_id', '=', '88231').execute();

  it('refunds a faulty vacuum on day 8 after order, date and policy', async () => {
    const result = await shop.ask(FAULT);
    expect(toolsOf(result)).toEqual(REFUND_TOOLS);
    expect(result.status).toBe('answered');
    expect(result.finalAnswer).toContain('RF20260630001');
    expect(result.finalAnswer).toContain('1–3 个工作日');
    expect(result.finalAnswer).toContain('¥1,999');
    expect(await refunds()).toEqual([
      expect.objectContaining({
        id: 'RF20260630001',
        reason: '我上周买的扫地机不回充了，修不好我想退',
        amount_minor: 199900,
        currency: 'CNY',
        day: '2026-06-30',
        created_at: '2026-06-30T11:05:23.000Z',
        idempotency_key: `${result.runId}:${result.steps[3]?.callId}`,
      }),
    ]);
  });

  it.each([...PROTOCOLS.keys()])('takes the same steps in the %s protocol', async (protocol) => {
    const other = await openShop({ protocol });
    try {
      const result = await other.ask(FAULT);
      expect(toolsOf(result)).toEqual(REFUND_TOOLS);
      expect(result.finalAnswer).toContain('RF20260630001');
    } finally {
      await other.close();
    }
  });

  it('asked again, names the refund that exists and writes nothing', async () => {
    await shop.ask(FAULT);
    const again = await shop.ask(FAULT);
    expect(toolsOf(again)).toEqual(['queryOrder']);
    expect(again.finalAnswer).toMatch(/已经有一笔退款.*RF20260630001/);
    expect(await refunds()).toHaveLength(1);
  });

  it('two questions at the same time give one refund, and both answers name it', async () => {
    const both = await Promise.all([shop.ask(FAULT), shop.ask(FAULT)]);
    expect(both.map(({ finalAnswer }) => finalAnswer?.includes('RF20260630001'))).toEqual([true, true]);
    expect(await refunds()).toHaveLength(1);
  });

  it('a change of mind on day 8 is refused with the words of the article', async () => {
    const result = await shop.ask('订单 88231 的扫地机不想要了，想退货');
    expect(toolsOf(result)).toEqual(['queryOrder', 'getCurrentTime', 'searchKnowledge']);
    expect(result.finalAnswer).toContain('第 8 天');
    expect(result.finalAnswer).toContain('自签收次日起 7 天内');
    expect(result.finalAnswer).toContain('没有提交退款申请');
    expect(await refunds()).toEqual([]);
  });

  it.each([
    ['2026-06-27T10:00:00+08:00', '订单 88231 的扫地机不想要了，想退货', true], // day 5
    ['2026-06-29T23:59:59+08:00', '订单 88231 的扫地机不想要了，想退货', true], // the last minute of day 7
    ['2026-06-30T00:00:00+08:00', '订单 88231 的扫地机不想要了，想退货', false],
    ['2026-07-07T23:59:59+08:00', FAULT, true], // day 15
    ['2026-07-08T00:00:00+08:00', FAULT, false],
  ])('at %s "%s" is refunded: %s', async (clock, question, isRefunded) => {
    const other = await openShop({ clock });
    try {
      expect(toolsOf(await other.ask(question)).includes('applyRefund')).toBe(isRefunded);
    } finally {
      await other.close();
    }
  });

  it.each(['88231 不想要了，退货', FAULT, '88231 还能退吗'])(
    'before the day of signing nothing is refunded: "%s"',
    async (question) => {
      const other = await openShop({ clock: '2026-06-01T10:00:00+08:00' });
      try {
        const result = await other.ask(question);
        expect(toolsOf(result)).toEqual(['queryOrder', 'getCurrentTime']);
        expect(result.finalAnswer).toMatch(/签收日期是 2026-06-22，晚于今天 2026-06-01.*没有提交退款申请/);
      } finally {
        await other.close();
      }
    },
  );

  it.each([
    ['退 30 天', 'return-no-reason', '7 天内', '30 天内', '订单 88231 不想要了，想退货', true],
    ['十天', 'return-no-reason', '7 天内', '十天内', '订单 88231 不想要了，想退货', true],
    ['3 天', 'return-quality-fault', '15 天内', '3 天内', FAULT, false],
  ])('the days come from the article: %s', async (_, id, from, to, question, isRefunded) => {
    const article = await shop.tables
      .selectFrom('bitmall_articles')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const body = article.body.replace(from, to);
    await shop.tables.updateTable('bitmall_articles').set({ body }).where('id', '=', id).execute();
    const result = await shop.ask(question);
    expect(toolsOf(result).includes('applyRefund')).toBe(isRefunded);
    if (!isRefunded) expect(result.finalAnswer).toContain(to);
  });

  it('without an article that names the days nothing is refunded', async () => {
    await shop.tables.deleteFrom('bitmall_articles').where('title', 'like', '%退%').execute();
    const result = await shop.ask(FAULT);
    expect(toolsOf(result)).toEqual(['queryOrder', 'getCurrentTime', 'searchKnowledge']);
    expect(result.finalAnswer).toContain('没有查到这种情况的退货期限');
  });

  it('finds a parcel by the tracking number of its order', async () => {
    const result = await shop.ask('帮我看看订单 88231 的快递到哪了。');
    expect(toolsOf(result)).toEqual(['queryOrder', 'queryLogistics']);
    expect(result.steps[1]?.actionInput).toEqual({ trackingNumber: 'SF1234567890' });
    for (const part of ['顺丰速运', '已签收', '2026-06-20 18:20', '2026-06-21 09:10', '2026-06-22 11:35']) {
      expect(result.finalAnswer).toContain(part);
    }
  });

  it('answers follow the rows of the database', async () => {
    await shop.tables
      .updateTable('bitmall_orders')
      .set({ tracking_number: 'YT7', product: '木马' })
      .where('id', '=', '88231')
      .execute();
    await shop.tables
      .insertInto('bitmall_shipments')
      .values({ tracking_number: 'YT7', carrier: '飞马', status: '丢失' })
      .execute();
    const result = await shop.ask('帮我看看订单 88231 的快递到哪了。');
    expect(result.steps[1]?.actionInput).toEqual({ trackingNumber: 'YT7' });
    expect(result.finalAnswer).toMatch(/木马.*飞马.*丢失/);
  });

  it('asks for a missing order number, and goes on with the reason when it comes', async () => {
    const first = await shop.ask('扫地机坏了，我想退款', { conversationId: 'c1' });
    expect([toolsOf(first), first.finalAnswer]).toEqual([[], expect.stringContaining('请提供订单号')]);
    const second = await shop.ask('单号是：88231', { conversationId: 'c1' });
    expect(toolsOf(second)).toEqual(REFUND_TOOLS);
    expect((await refunds())[0]?.reason).toBe('扫地机坏了，我想退款');
  });

  it('a question whether it can be returned is answered, and refunded only after a yes', async () => {
    const first = await shop.ask('88231 这单扫地机不回充，还能退吗？', { conversationId: 'c2' });
    expect(toolsOf(first)).toEqual(['queryOrder', 'getCurrentTime', 'searchKnowledge']);
    expect(first.finalAnswer).toContain('可以退');
    const second = await shop.ask('好的，提交吧', { conversationId: 'c2' });
    expect(toolsOf(second)).toEqual(REFUND_TOOLS);
    const third = await shop.ask('退款到账了吗？我的退款进度怎么样', { conversationId: 'c2' });
    expect(toolsOf(third)).toEqual(['queryOrder']);
    expect(third.finalAnswer).toContain('RF20260630001');
  });

  it('a limit ends in what is known, and says that nothing was refunded', async () => {
    const result = await shop.ask(FAULT, { maxSteps: 2 });
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'step_limit' });
    expect(result.finalAnswer).toMatch(/88231.*2026-06-22/);
    expect(result.finalAnswer).toContain('没有提交退款申请');
    expect(await refunds()).toEqual([]);
  });
});
