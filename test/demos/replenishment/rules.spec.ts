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
    ['别把 A001 审批了', 'declined'],
    ['我没说要审批 A001', 'declined'],
    ['我没有让你审批 A001', 'may-approve'],
    ['不是让你帮我审批 A001', 'declined'],
    ['不许直接审批 A001', 'declined'],
    ['请你别帮我审批 A001 好吗', 'declined'],
    ["Don't approve A001", 'declined'],
    ['please don’t approve A001', 'declined'],
    ['Do not approve A001 yet', 'declined'],
    ['I would rather not approve A001', 'declined'],
    ['如果数量小于 100 就帮我审批 A001', 'may-approve'],
    ['假如库存够就审批 A001', 'may-approve'],
    ['approve A001 if the stock is low', 'may-approve'],
    ['should I approve A001', 'may-approve'],
    ['A001 是不是不用审批了？', 'declined'],
    ['A001 为什么不能审批', 'may-approve'],
    ['A001 was approved yesterday', 'query'],
    ['approve A001', 'approve'],
    ['Please approve plan no. A001', 'approve'],
    ['可以的话帮我审批 A001', 'approve'],
    ['A001 还没审批，帮我批一下', 'approve'],
    ['没异议，审批 A001', 'approve'],
    ['要是可以请审批 A001', 'may-approve'],
    ['撤销 A001 的审批', 'beyond'],
    ['A001', undefined],
  ])('%s: %s', (text, intent) => {
    expect(intentIn(text)).toBe(intent);
  });
});

describe('of two plans in one question only the one that was meant is approved', () => {
  const observations = ['A001', 'A002'].map((code) => queried(code, true));
  const next = (question: string) => replenishmentRules.next(aTurn({ question, observations }));
  const approves = (...codes: string[]) => ({
    calls: codes.map((orderCode) => ({ tool: APPROVE, input: { orderCode } })),
  });

  it.each([
    '审批 A001，顺便看下 A002',
    '看一下 A002，然后审批 A001',
    '把 A001 审批了，A002 现在是什么状态',
    'approve A001, and check the status of A002',
  ])('%s', (question) => {
    expect(next(question)).toMatchObject(approves('A001'));
    const done = { tool: APPROVE, input: { orderCode: 'A001' }, ok: true, content: '{"orderCode":"A001"}' };
    const told = replenishmentRules.next(aTurn({ question, observations: [...observations, done] }));
    expect(told).toMatchObject({ answer: expect.stringContaining('A002') });
  });

  it.each(['A001 和 A002 都审批', '审批 A001，A002', 'A001，A002 都批了', '查一下 A001 和 A002，没问题就审批'])(
    'both: %s',
    (question) => {
      expect(next(question)).toMatchObject(approves('A001', 'A002'));
    },
  );
});

describe('an approval that failed after it was begun may have happened', () => {
  const failed = {
    tool: APPROVE,
    input: { orderCode: 'A001' },
    ok: false,
    content: 'The process stopped while this tool was running, so its effect is unknown.',
    started: true as const,
  };
  const question = '审批 A001';

  it('the plan is looked at again before anything is said', () => {
    const step = replenishmentRules.next(aTurn({ question, observations: [queried('A001', true), failed] }));
    expect(step).toMatchObject({ calls: [{ tool: QUERY, input: { orderCode: 'A001' } }] });
  });

  it.each([true, false])('its status is told, approvable %s, and nothing is approved again', (approvable) => {
    const observations = [queried('A001', true), failed, queried('A001', approvable)];
    const step = replenishmentRules.next(aTurn({ question, observations }));
    expect(step).toMatchObject({ answer: expect.stringContaining('A001 现在的状态是“某状态”') });
    expect(step).not.toMatchObject({ answer: expect.stringMatching('没有成功|不允许|没有做任何修改') });
  });

  it.each([
    ['at a limit', { observations: [queried('A001', true), failed], forced: true }],
    [
      'when it cannot be looked at',
      { observations: [queried('A001', true), failed, { ...queried('A001', true), ok: false }] },
    ],
  ])('%s it says that it does not know', (_, given) => {
    expect(replenishmentRules.next(aTurn({ question, ...given }))).toMatchObject({
      answer: expect.stringContaining('没能查到'),
    });
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
