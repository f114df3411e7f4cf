import { replenishmentRules } from '../../../src/demos/replenishment/replenishment.rules';
import { intentIn } from '../../../src/demos/replenishment/rules/intents';
import { PLANS } from '../../../src/demos/replenishment/seed-replenishment';
import { aTurn, HOSTILE_CONTENTS, HOSTILE_QUESTIONS, ruleSourcesOf } from '../rule-checks';

const QUERY = '查询补货计划单详情';
const APPROVE = '审批补货计划单';
const queried = (code: string, approvable: boolean) => ({
  tool: QUERY,
  input: { orderCode: code },
  ok: true,
  content: JSON.stringify({ orderCode: code, status: '某状态', approvable }),
});

it('the rules hold no seeded code, product, person, warehouse or status', () => {
  const seeded = PLANS.flatMap(({ order_code, product, quantity, warehouse, applicant, status }) => [
    order_code,
    product,
    String(quantity),
    warehouse,
    applicant,
    status,
  ]);
  const source = ruleSourcesOf('replenishment');
  expect(seeded.length).toBeGreaterThan(20);
  expect(seeded.filter((value) => source.includes(value))).toEqual([]);
});

describe('what is approved and what is only asked', () => {
  it.each([
    ['审批 A001', 'approve'],
    ['把 A001 审批了', 'approve'],
    ['A001 可以审批吗', 'may-approve'],
    ['帮我查一下 A001 能不能审批', 'may-approve'],
    ['麻烦确认一下 A001 能不能审批', 'may-approve'],
    ['请问审批 A001 需要什么条件', 'may-approve'],
    ['能帮我审批 A001 吗', 'approve'],
    ['查一下 A001，没问题就审批', 'approve'],
    ['请告诉我 A001 的审批意见', 'query'],
    ['A001 已审批', 'query'],
    ['A001 还没审批', 'query'],
    ['A001 什么时候审批', 'query'],
    ['A001 通过了没', 'query'],
    ['暂不审批 A001', 'declined'],
    ['A001 等会再审批', 'declined'],
    ['不要审批 A001，审批 A002', 'declined'],
    ['撤销 A001 的审批', 'beyond'],
    ['A001', undefined],
  ])('%s: %s', (text, intent) => {
    expect(intentIn(text)).toBe(intent);
  });
});

describe('odd turns', () => {
  it.each(HOSTILE_QUESTIONS)('question %# gives a step', (question) => {
    expect(replenishmentRules.next(aTurn({ question })).thought).not.toBe('');
    expect(replenishmentRules.next(aTurn({ question: `${question} 审批 A001` })).thought).not.toBe('');
  });

  it.each(HOSTILE_CONTENTS)('an observation %# that is no plan is not approved', (content) => {
    const observations = [{ tool: QUERY, input: undefined, ok: true, content }];
    expect(replenishmentRules.next(aTurn({ question: '审批 A001', observations }))).toHaveProperty('answer');
  });

  it('a rejected approval is told with the reason, and not tried again', () => {
    const observations = [
      queried('A001', true),
      { tool: APPROVE, input: { orderCode: 'A001' }, ok: false, content: 'Li rejected this call: 库存够了' },
    ];
    expect(replenishmentRules.next(aTurn({ question: '审批 A001', observations }))).toMatchObject({
      answer: expect.stringContaining('库存够了'),
    });
  });

  it('an approval whose code a reviewer changed is told as it happened, and the first one is not asked for again', () => {
    const observations = [
      queried('A001', true),
      { tool: APPROVE, input: { orderCode: 'A002' }, ok: true, content: '{"orderCode":"A002","status":"新状态"}' },
    ];
    expect(replenishmentRules.next(aTurn({ question: '审批 A001', observations }))).toMatchObject({
      answer: '补货计划单 A002 审批成功，现在的状态是“新状态”。',
    });
  });

  it('forced without any observation says that nothing was approved', () => {
    expect(replenishmentRules.next(aTurn({ question: '审批 A001', forced: true }))).toMatchObject({
      answer: expect.stringContaining('没有审批它'),
    });
  });
});
