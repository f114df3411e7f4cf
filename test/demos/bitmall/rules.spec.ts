import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bitmallRules } from '../../../src/demos/bitmall/bitmall.rules';
import { numbersIn } from '../../../src/demos/bitmall/rules/numbers';
import { dayLimit } from '../../../src/demos/bitmall/rules/policy-days';
import { ORDERS, REFUNDS } from '../../../src/demos/bitmall/seed/orders';
import { SHIPMENTS, TRACES } from '../../../src/demos/bitmall/seed/shipments';
import type { DemoTurn } from '../../../src/index';

const FOLDER = join(__dirname, '../../../src/demos/bitmall');

const turn = (given: Partial<DemoTurn>): DemoTurn => ({
  question: '',
  history: [],
  language: 'zh',
  observations: [],
  forced: false,
  ...given,
});

it('the rules hold no seeded number, price, product, carrier, day or person', () => {
  const files = [
    join(FOLDER, 'bitmall.rules.ts'),
    ...readdirSync(join(FOLDER, 'rules')).map((name) => join(FOLDER, 'rules', name)),
  ];
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const seeded = [
    ...ORDERS.flatMap(({ id, product, price_minor, ordered_on, signed_on, tracking_number }) => [
      id,
      product,
      ...product
        .split(' ')
        .slice(1)
        .filter((part) => part !== 'Pro'), // as in Promise
      String(price_minor),
      String(price_minor / 100),
      ordered_on,
      signed_on,
      tracking_number,
    ]),
    ...REFUNDS.flatMap(({ id, reason }) => [id, reason]),
    ...SHIPMENTS.map(({ carrier }) => carrier),
    ...TRACES.flatMap(({ happened_at, description }) => [happened_at, description]),
  ].filter((value) => value !== null);
  expect(seeded.length).toBeGreaterThan(100);
  expect(seeded.filter((value) => source.includes(value))).toEqual([]);
});

describe('numbers in a question', () => {
  it.each<[string, string[], string[]]>([
    ['订单号 88231', ['88231'], []],
    ['订单号是：８８２３１。', ['88231'], []],
    ['订单#12 和 88232', ['12', '88232'], []],
    ['订单 ORD001', ['ORD001'], []],
    ['运单号 SF1234567890', [], ['SF1234567890']],
    ['快递单号：773312345678901', [], ['773312345678901']],
    ['我的 sf1234567890 呢', [], ['SF1234567890']],
    ['S10 Pro 花了 19990 元，手机 13800138000', [], []],
    ['88231 88231', ['88231'], []],
    ['买了 10000 天', [], []],
  ])('%s', (text, orders, parcels) => {
    expect(numbersIn(text)).toEqual({ orders, parcels });
  });
});

describe('days of an article', () => {
  it.each([
    ['签收后 7 天内可无理由退货。', 7],
    ['签收后７日内可无理由退货', 7],
    ['签收后十五天内可无理由退货', 15],
    ['签收后三十天内可无理由退货', 30],
    ['签收后七个自然日 7天内无理由退', 7],
    ['无理由退货很方便；收到后 9 天内无理由退回', 9],
    ['超过 7 天不能无理由退货', undefined],
    ['定制商品不支持 7 天无理由退货', undefined],
    ['无理由退货的款项 1 到 3 个工作日到账', undefined],
    ['', undefined],
  ])('%s', (text, days) => {
    expect(dayLimit([{ title: '规则', text }], ['无理由'], ['退'])?.days).toBe(days);
  });
});

describe('hostile or odd turns', () => {
  it.each([
    '退'.repeat(32_768),
    '订单'.repeat(16_384),
    '8'.repeat(32_768),
    '退 88231，'.repeat(4096),
    '，顺便'.repeat(10_000),
    `${'-'.repeat(32_768)}1`,
    '\ud800退款 88231',
    '{"a":1}',
  ])('question %# gives a step', (question) => {
    expect(bitmallRules.next(turn({ question })).thought).not.toBe('');
  });

  it.each(['', 'null', '[]', '{"articles":[null,1]}', '{"signedOn":5}', 'not json', '[… 9000 characters left out …]'])(
    'an observation %# that is no object of the tool ends in an answer, not in a loop',
    (content) => {
      const observations = ['queryOrder', 'getCurrentTime', 'searchKnowledge', 'queryLogistics', 'applyRefund'].map(
        (tool) => ({
          tool,
          input: undefined,
          ok: true,
          content,
        }),
      );
      for (const question of ['订单 88231 坏了退款', '订单 88231 快递到哪了', '现在几点', '怎么开发票']) {
        expect(bitmallRules.next(turn({ question, observations }))).toHaveProperty('answer');
      }
    },
  );

  it('a rejected refund is told with the reason', () => {
    const observations = [
      { tool: 'queryOrder', input: { orderId: '1' }, ok: true, content: '{"orderId":"1","signedOn":"2026-06-22"}' },
      { tool: 'applyRefund', input: { orderId: '1' }, ok: false, content: 'Li rejected this call: 先寄回检测' },
    ];
    expect(bitmallRules.next(turn({ question: '订单 1 坏了退款', observations }))).toMatchObject({
      answer: expect.stringContaining('先寄回检测'),
    });
  });

  describe('a refund that failed after it was begun may have been made', () => {
    const order = (more: object = {}) => ({
      tool: 'queryOrder',
      input: { orderId: '1' },
      ok: true,
      content: JSON.stringify({ orderId: '1', signedOn: '2026-06-22', ...more }),
    });
    const failed = {
      tool: 'applyRefund',
      input: { orderId: '1' },
      ok: false,
      content: 'effect unknown',
      started: true as const,
    };
    const next = (...observations: object[]) =>
      bitmallRules.next(turn({ question: '订单 1 坏了退款', observations: observations as never }));

    it('the order is looked at again, and what it says is told', () => {
      expect(next(order(), failed)).toMatchObject({ tool: 'queryOrder', input: { orderId: '1' } });
      expect(next(order(), failed, order({ refund: { refundId: 'RF1' } }))).toMatchObject({
        answer: expect.stringContaining('已经有一笔退款：退款单号 RF1'),
      });
      expect(next(order(), failed, order())).toMatchObject({ answer: expect.stringContaining('上没有退款') });
      expect(next(order(), failed, { ...order(), ok: false })).toMatchObject({
        answer: expect.stringContaining('还不清楚'),
      });
    });

    it('at a limit it is not said to have failed', () => {
      const step = bitmallRules.next(
        turn({ question: '订单 1 坏了退款', observations: [order(), failed] as never, forced: true }),
      );
      expect(step).not.toMatchObject({ answer: expect.stringContaining('没有提交成功') });
    });
  });

  it('forced without any observation says so', () => {
    expect(bitmallRules.next(turn({ question: '订单 88231 坏了退款', forced: true }))).toMatchObject({
      answer: expect.stringContaining('没有来得及'),
    });
  });
});
