import type { ReActResult } from '../../src/core/react-result';

export interface Scenario {
  /** Name of its golden logs. */
  readonly log: string;
  readonly agent: string;
  /** The protocol that the agent has by itself. */
  readonly own: string;
  readonly question: string;
  readonly conversationId?: string;
  /** `tool: inputs` of each row that is the same in every protocol; of one with free words only the tool. */
  readonly deeds: readonly string[];
  /** What the observations hold, by their row from 0. */
  readonly observed?: Readonly<Record<number, RegExp>>;
  readonly answer: RegExp;
}

const FAULT = '我上周买的扫地机不回充了，修不好我想退。订单号 88231。';
const ORDER = 'queryOrder: 88231';
const PLAN = '查询补货计划单详情: BH001';

/** What each domain must do, in the order in which it is asked: a refund and an approval change what comes after them. */
export const SCENARIOS: readonly Scenario[] = [
  {
    log: 'sales-growth',
    agent: 'sales',
    own: 'text',
    question: '我们公司 Q3 季度的总销售额是多少，和去年同期相比增长了多少百分比？',
    deeds: ['DatabaseQuery', 'Calculator: (5280000 - 4100000) / 4100000 * 100'],
    observed: { 0: /5280000[^]*4100000|4100000[^]*5280000/, 1: /^28\.78048780487805$/ },
    answer: /¥5,280,000[^]*28\.78%/,
  },
  {
    log: 'bitmall-order-and-logistics',
    agent: 'bitmall',
    own: 'text',
    question: '帮我看看订单 88231 的快递到哪了。',
    deeds: [ORDER, 'queryLogistics: SF1234567890'],
    observed: { 1: /2026-06-20 18:20[^]*2026-06-21 09:10[^]*2026-06-22 11:35/ },
    answer: /顺丰速运[^]*签收/,
  },
  {
    log: 'bitmall-change-of-mind-refused',
    agent: 'bitmall',
    own: 'text',
    question: '订单 88231 的扫地机不想要了，想退货',
    deeds: [ORDER, 'getCurrentTime', 'searchKnowledge'],
    answer: /7 天/,
  },
  {
    log: 'bitmall-refund',
    agent: 'bitmall',
    own: 'text',
    question: FAULT,
    deeds: [ORDER, 'getCurrentTime', 'searchKnowledge', 'applyRefund'],
    observed: { 0: /比特 S10 Pro[^]*1999/, 3: /RF20260630001/ },
    answer: /RF20260630001[^]*1\s?[-–~至到]\s?3/,
  },
  {
    log: 'bitmall-refund-again',
    agent: 'bitmall',
    own: 'text',
    question: FAULT,
    deeds: [ORDER],
    answer: /RF20260630001/,
  },
  {
    log: 'shop-two-tools',
    agent: 'shop',
    own: 'native',
    question: '帮我查下订单ORD001的状态和物流信息',
    deeds: ['queryOrder: ORD001', 'queryLogistics: ORD001'],
    observed: { 0: /iPhone 15 Pro[^]*8999/, 1: /SF123456/ },
    answer: /iPhone 15 Pro[^]*¥8999[^]*SF123456[^]*北京[^]*明天/,
  },
  {
    log: 'weather-difference',
    agent: 'weather',
    own: 'json',
    question: '上海明天比今天低几度？',
    deeds: ['get_city_temperature: 上海', 'calculate: 20 - 15'],
    observed: { 1: /^5$/ },
    answer: /5 度/,
  },
  {
    log: 'replenishment-asks-for-number',
    agent: 'replenishment',
    own: 'text',
    question: '帮我审批下补货计划单',
    conversationId: 'plans',
    deeds: [],
    answer: /单号/,
  },
  {
    log: 'replenishment-approves',
    agent: 'replenishment',
    own: 'text',
    question: '单号是：BH001',
    conversationId: 'plans',
    deeds: [PLAN, '审批补货计划单: BH001'],
    answer: /已审批/,
  },
  {
    log: 'replenishment-refused',
    agent: 'replenishment',
    own: 'text',
    question: '再审批一次 BH001',
    conversationId: 'plans',
    deeds: [PLAN],
    answer: /不允许/,
  },
];

/** Asks for the scenario, and nothing about how. */
export const requestOf = ({ agent, question, conversationId }: Scenario): object => ({
  agent,
  question,
  ...(conversationId !== undefined && { conversationId }),
});

export function expectFacts(result: ReActResult, { deeds, observed = {}, answer }: Scenario, protocol: string): void {
  expect(result).toMatchObject({ status: 'answered', success: true, protocol, failureReason: null });
  const seen = result.steps.map(({ action, actionInput }) => `${action}: ${Object.values(actionInput ?? {}).join()}`);
  expect(seen.map((deed, index) => (deeds[index]?.includes(':') ? deed : deed.split(':')[0]))).toEqual(deeds);
  expect(result.steps.map(({ ok }) => ok)).toEqual(deeds.map(() => true));
  for (const [row, pattern] of Object.entries(observed)) {
    expect(result.steps[Number(row)]?.observation).toMatch(pattern);
  }
  expect(result.finalAnswer).toMatch(answer);
}
