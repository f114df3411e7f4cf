import { codesIn } from '../../../src/demos/reading/codes';
import { ORDERS, PARCELS } from '../../../src/demos/shop/seed-shop';
import { shopRules } from '../../../src/demos/shop/shop.rules';
import { aTurn, HOSTILE_CONTENTS, HOSTILE_QUESTIONS, ruleSourcesOf } from '../rule-checks';

it('the rules hold no seeded number, product, price, status or place', () => {
  const seeded = [
    ...ORDERS.flatMap(({ id, product, price_minor, status }) => [
      id,
      product,
      ...product.split(' ').filter((part) => part !== 'Pro'), // as in Promise
      String(price_minor / 100),
      status,
    ]),
    ...PARCELS.flatMap(({ carrier, tracking_number, progress }) => [carrier, tracking_number, progress, '北京']),
  ].filter((value) => value !== '15');
  const source = ruleSourcesOf('shop');
  expect(seeded.length).toBeGreaterThan(10);
  expect(seeded.filter((value) => source.includes(value))).toEqual([]);
});

describe('codes in a text', () => {
  const labels = { wanted: ['订单', '单'], other: ['运单', '快递单'] };
  it.each<[string, string[]]>([
    ['订单ORD001的状态', ['ORD001']],
    ['订单号是：ｏｒｄ００１。', ['ORD001']],
    ['ORD001和ORD-002', ['ORD001', 'ORD-002']],
    ['订单 12、订单号 7', ['12', '7']],
    ['ORD001 ord001', ['ORD001']],
    ['运单号 SF123456，快递单号：SF1', []],
    ['iPhone15 花了 8999 元', []],
    ['88231', []],
    [`订单 ${'9'.repeat(33)}`, []],
    ['', []],
  ])('%s', (text, codes) => {
    expect(codesIn(text, labels)).toEqual(codes);
  });
});

it.each(['When will A001 arrive?', 'where is A001', 'A001 什么时候到'])('%s asks for the parcel', (question) => {
  expect(shopRules.next(aTurn({ question }))).toMatchObject({ calls: [{ tool: 'queryLogistics' }] });
});

describe('hostile or odd turns', () => {
  it.each(HOSTILE_QUESTIONS)('question %# gives a step', (question) => {
    expect(shopRules.next(aTurn({ question })).thought).not.toBe('');
    expect(shopRules.next(aTurn({ question: `${question} 订单 A001 的物流` })).thought).not.toBe('');
  });

  it.each(HOSTILE_CONTENTS)(
    'an observation %# that is no object of the tool ends in an answer, not in a loop',
    (content) => {
      const observations = ['queryOrder', 'queryLogistics'].map((tool) => ({
        tool,
        input: undefined,
        ok: true,
        content,
      }));
      expect(shopRules.next(aTurn({ question: '订单 A001 的状态和物流', observations }))).toHaveProperty('answer');
    },
  );

  it('forced without any observation says so', () => {
    expect(shopRules.next(aTurn({ question: '订单 A001 的状态和物流', forced: true }))).toMatchObject({
      answer: expect.stringMatching(/状态还没有来得及查.*物流还没有来得及查/),
    });
  });
});
