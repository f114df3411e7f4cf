import { answers, startModelServer, thinksThenActs, type ModelServer } from '../../src/testing';
import { startApp, type RunningApp } from './start-app';

const QUESTION = '我上周买的扫地机不回充了，修不好我想退。订单号 88231。';

/** The replies of a refund conversation, as a model wrote them. */
const REFUND = [
  thinksThenActs('先查订单。', 'queryOrder', '88231'),
  thinksThenActs('确认今天的日期。', 'getCurrentTime', {}),
  thinksThenActs('看退换货政策。', 'searchKnowledge', '扫地机 质量问题 退款'),
  thinksThenActs('在 15 天内，可以退款。', 'applyRefund', 'orderId=88231, reason=扫地机不回充'),
  answers('已为您申请退款，退款单号 RF20260630001，1-3 个工作日到账。'),
];

interface Body {
  stream: boolean;
  stop: string[];
  messages: { role: string; content: string }[];
}

describe.each(['on', 'off'])('a model over the wire, streaming %s', (OPENAI_STREAM) => {
  let server: ModelServer;
  let app: RunningApp;
  beforeAll(async () => {
    server = await startModelServer(REFUND);
    app = await startApp({
      OPENAI_BASE_URL: server.baseUrl,
      OPENAI_MODEL: 'recorded',
      OPENAI_API_KEY: 'sk-canary-0123456789',
      OPENAI_STREAM,
      REACT_APPROVALS: 'off', // the recorded replies know of no person
      REACT_CLOCK: '2026-06-30T19:05:23+08:00',
    });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  it('the refund conversation gives the result of the scenario', async () => {
    const result = await app.ask({ agent: 'bitmall', question: QUESTION });
    expect(result).toMatchObject({ success: true, model: 'recorded', totalSteps: 4 });
    expect(result.steps.map(({ action, ok }) => [action, ok])).toEqual([
      ['queryOrder', true],
      ['getCurrentTime', true],
      ['searchKnowledge', true],
      ['applyRefund', true],
    ]);
    expect(result.steps[0]!.actionInput).toEqual({ orderId: '88231' });
    expect(result.steps[3]!.actionInput).toEqual({ orderId: '88231', reason: '扫地机不回充' });
    expect(result.steps[3]!.observation).toContain('RF20260630001');
    expect(result.usage).toEqual({ inputTokens: 50, outputTokens: 25, cachedInputTokens: 0, estimated: false });

    const bodies = server.calls.map(({ body }) => body as Body);
    expect(bodies.map(({ stream }) => stream)).toEqual(bodies.map(() => OPENAI_STREAM === 'on'));
    expect(bodies[1]!.stop).toContain('\nObservation:');
    expect(bodies[1]!.messages.at(-1)!.content).toContain(result.steps[0]!.observation);
    for (const [index, { messages }] of bodies.slice(1).entries()) {
      const before = bodies[index]!.messages;
      expect(messages.slice(0, before.length)).toEqual(before);
      expect(messages.length).toBe(before.length + 2);
    }
    expect(bodies[0]!.messages[0]!.content).toContain('orderId');
  });
});
