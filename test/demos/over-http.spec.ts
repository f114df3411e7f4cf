import { PROTOCOLS } from '../../src/index';
import { startApp, type RunningApp } from '../e2e/start-app';
import { deeds } from './open-demo';

describe('the demo domains over HTTP', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp({ REACT_CLOCK: '2026-06-30T19:05:23+08:00', REACT_APPROVALS: 'off' });
  });
  afterAll(() => app.close());

  it.each([...PROTOCOLS.keys()])('in %s: order and logistics', async (protocol) => {
    const result = await app.ask({ agent: 'shop', protocol, question: '帮我查下订单ORD001的状态和物流信息' });
    expect(deeds(result)).toEqual(['queryOrder: ORD001', 'queryLogistics: ORD001']);
    expect(result).toMatchObject({ success: true, protocol });
    expect(result.finalAnswer).toMatch(/iPhone 15 Pro.*¥8999.*顺丰速运.*SF123456.*北京分拣中心.*明天（2026-07-01）/);
  });

  it.each([...PROTOCOLS.keys()])('in %s: the difference of two days', async (protocol) => {
    for (const question of ['上海明天比今天低几度？', '上海今天气温 20 度明天 15 度温差多少']) {
      const result = await app.ask({ agent: 'weather', protocol, question });
      expect(deeds(result).at(-1)).toBe('calculate: 20 - 15');
      expect(result).toMatchObject({ success: true, protocol, finalAnswer: expect.stringContaining(' 5 度') });
    }
  });

  it('a plan is approved in the second turn, and once', async () => {
    const ask = (question: string) => app.ask({ agent: 'replenishment', conversationId: 'plans', question });
    const first = await ask('帮我审批下补货计划单');
    expect([deeds(first), first.finalAnswer]).toEqual([[], expect.stringContaining('单号')]);
    const second = await ask('单号是：BH001');
    expect(deeds(second)).toEqual(['查询补货计划单详情: BH001', '审批补货计划单: BH001']);
    expect(second.finalAnswer).toContain('现在的状态是“已审批”');
    const third = await ask('再审批一次 BH001');
    expect(deeds(third)).toEqual(['查询补货计划单详情: BH001']);
    expect(third.finalAnswer).toContain('不允许审批');
  });

  it('both tools of one name are listed, with their agents and their own inputs', async () => {
    interface Listed {
      name: string;
      agents: string[] | null;
      inputSchema: { properties: object };
    }
    const items = (await app.get('/api/react/tools')).body.items as Listed[];
    const named = (name: string) =>
      items
        .filter((tool) => tool.name === name)
        .map(({ agents, inputSchema }) => [agents, Object.keys(inputSchema.properties)]);
    expect(named('queryOrder')).toEqual([
      [['bitmall'], ['orderId']],
      [['shop'], ['orderId']],
    ]);
    expect(named('queryLogistics')).toEqual([
      [['bitmall'], ['trackingNumber']],
      [['shop'], ['orderId']],
    ]);
    expect(items.find(({ name }) => name === 'Calculator')?.agents).toBeNull();
    expect(items.find(({ name }) => name === '审批补货计划单')).toMatchObject({ effect: 'write', approval: true });
  });

  it('the other shop still asks its own back end', async () => {
    const result = await app.ask({ agent: 'bitmall', question: '帮我看看订单 88231 的快递到哪了。' });
    expect(result.steps[1]!.actionInput).toEqual({ trackingNumber: 'SF1234567890' });
    const shop = await app.ask({ agent: 'shop', question: '订单 88231 的状态' });
    expect(shop.finalAnswer).toContain('没有找到订单 88231');
  });
});
