import { answers, calls, says, startModelServer, thinksThenActs, type ModelServer, type Turn } from '../../src/testing';
import type { ReActResult } from '../../src/index';
import { startApp, type RunningApp } from '../e2e/start-app';
import { deeds } from './open-demo';

interface WireMessage {
  role: string;
  content: string;
  tool_call_id?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}

interface Body {
  messages: WireMessage[];
  tools?: { function: { name: string; description: string } }[];
}

/** Asks each question of one agent, with a scripted model in the place of the offline one. */
async function askedOver(
  turns: readonly Turn[],
  agent: string,
  ...questions: string[]
): Promise<{ results: ReActResult[]; bodies: Body[] }> {
  const server: ModelServer = await startModelServer(turns);
  const app: RunningApp = await startApp({
    OPENAI_BASE_URL: server.baseUrl,
    OPENAI_MODEL: 'recorded',
    OPENAI_API_KEY: 'sk-canary-0123456789',
    REACT_CLOCK: '2026-06-30T19:05:23+08:00',
    REACT_APPROVALS: 'off',
  });
  try {
    const results: ReActResult[] = [];
    for (const question of questions) results.push(await app.ask({ agent, question, conversationId: 'c1' }));
    return { results, bodies: server.calls.map(({ body }) => body as Body) };
  } finally {
    await app.close();
    await server.close();
  }
}

describe('the demo domains with a model over the wire', () => {
  it('shop: two native calls in one turn, each result under its own id and in call order', async () => {
    const { results, bodies } = await askedOver(
      [
        calls(
          { name: 'queryOrder', input: { orderId: 'ORD001' } },
          { name: 'queryLogistics', input: { orderId: 'ORD001' } },
        ),
        says('订单已发货，顺丰 SF123456 已到北京，预计明天送达。'),
      ],
      'shop',
      '帮我查下订单ORD001的状态和物流信息',
    );
    expect(deeds(results[0]!)).toEqual(['queryOrder: ORD001', 'queryLogistics: ORD001']);
    expect(results[0]).toMatchObject({
      success: true,
      protocol: 'native',
      finalAnswer: expect.stringContaining('明天'),
    });
    expect(bodies[0]!.tools!.map((tool) => tool.function.name)).toEqual(['queryOrder', 'queryLogistics']);
    const [asked, ...observed] = bodies[1]!.messages.slice(-3);
    const ids = asked!.tool_calls!.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(observed.map(({ role, tool_call_id }) => [role, tool_call_id])).toEqual(ids.map((id) => ['tool', id]));
    expect(observed[0]!.content).toContain('iPhone 15 Pro');
    expect(observed[1]!.content).toContain('SF123456');
  });

  it('weather: JSON steps, the last one with the action Final Answer', async () => {
    const step = (action: string, action_input: unknown): Turn =>
      says(JSON.stringify({ thought: '想一想', action, action_input }));
    const { results } = await askedOver(
      [
        step('get_city_temperature', { city: '上海' }),
        step('calculate', '20 - 15'),
        step('Final Answer', '上海明天比今天低 5 度。'),
      ],
      'weather',
      '上海明天比今天低几度？',
    );
    expect(deeds(results[0]!)).toEqual(['get_city_temperature: 上海', 'calculate: 20 - 15']);
    expect(results[0]).toMatchObject({ success: true, protocol: 'json', finalAnswer: '上海明天比今天低 5 度。' });
    expect(results[0]!.steps[1]!.observation).toBe('5');
  });

  it('replenishment: the second turn is asked with the first one before it', async () => {
    const { results, bodies } = await askedOver(
      [
        answers('请提供补货计划单的单号。'),
        thinksThenActs('先查。', '查询补货计划单详情', 'BH001'),
        thinksThenActs('可以审批。', '审批补货计划单', { orderCode: 'BH001' }),
        answers('已审批。'),
      ],
      'replenishment',
      '帮我审批下补货计划单',
      '单号是：BH001',
    );
    expect(deeds(results[0]!)).toEqual([]);
    expect(deeds(results[1]!)).toEqual(['查询补货计划单详情: BH001', '审批补货计划单: BH001']);
    expect(results[1]!.steps.map(({ ok }) => ok)).toEqual([true, true]);
    const [, first, reply, second] = bodies[1]!.messages;
    expect([first!.content, reply!.role, reply!.content]).toEqual([
      '帮我审批下补货计划单',
      'assistant',
      '请提供补货计划单的单号。',
    ]);
    expect(second!.content).toContain('单号是：BH001');
  });
});
