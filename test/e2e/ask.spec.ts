import type { ReActResult } from '../../src/core/react-result';
import { startApp, type RunningApp } from './start-app';

describe('asking over HTTP', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp({ REACT_CLOCK: '2026-06-30T19:05:23+08:00', REACT_APPROVALS: 'off' });
  });
  afterAll(() => app.close());

  const actions = (result: ReActResult): (string | null)[] => result.steps.map(({ action }) => action);

  it('sales: two tool steps, then the answer with both figures', async () => {
    const result = await app.ask({ question: '我们公司 Q3 季度的总销售额是多少，和去年同期相比增长了多少百分比？' });
    expect(actions(result)).toEqual(['DatabaseQuery', 'Calculator']);
    expect(result.steps[0]!.observation).toMatch(/5280000[\s\S]*4100000|4100000[\s\S]*5280000/);
    expect(result.steps[1]!.actionInput).toEqual({ expression: '(5280000 - 4100000) / 4100000 * 100' });
    expect(result.steps[1]!.observation).toBe('28.78048780487805');
    expect(result.finalAnswer).toContain('¥5,280,000');
    expect(result.finalAnswer).toContain('28.78%');
    expect(result).toMatchObject({
      success: true,
      status: 'answered',
      totalSteps: 2,
      model: 'offline-demo',
      protocol: 'text',
    });
  });

  it('bitmall: a fault within 15 days is refunded, once', async () => {
    const question = '我上周买的扫地机不回充了，修不好我想退。订单号 88231。';
    const first = await app.ask({ agent: 'bitmall', question });
    expect(actions(first)).toEqual(['queryOrder', 'getCurrentTime', 'searchKnowledge', 'applyRefund']);
    expect(first.finalAnswer).toContain('RF20260630001');
    expect(first.finalAnswer).toMatch(/1\s?[-–~至到]\s?3/);
    const again = await app.ask({ agent: 'bitmall', question });
    expect(again.finalAnswer).toContain('RF20260630001');
    const other = await app.ask({ agent: 'bitmall', question: '查一下订单 88231 的退款进度' });
    expect(other.finalAnswer).not.toContain('RF20260630002');
  });

  it('bitmall: where a parcel is, by the tracking number of the order', async () => {
    const result = await app.ask({ agent: 'bitmall', question: '帮我看看订单 88231 的快递到哪了。' });
    expect(actions(result)).toEqual(['queryOrder', 'queryLogistics']);
    expect(result.steps[1]!.actionInput).toEqual({ trackingNumber: 'SF1234567890' });
    expect(result.finalAnswer).toContain('签收');
  });

  it('a run can be read back, listed, and told by its events', async () => {
    const result = await app.ask({ question: '计算 (12+8)*3' });
    expect((await app.get(`/api/react/runs/${result.runId}`)).body).toEqual(result);
    const page = await app.get('/api/react/runs?limit=1');
    const { steps: _, ...summary } = result;
    expect(page.body.items).toEqual([summary]);
    const { items } = (await app.get(`/api/react/runs/${result.runId}/events`)).body;
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_event, index) => index + 1));
    expect(items.at(0)).toMatchObject({ type: 'run.started', question: '计算 (12+8)*3' });
    expect(items.at(-1)).toMatchObject({ type: 'run.finished', outcome: { status: 'answered' } });
  });

  it('pages through the runs without a gap or a double', async () => {
    for (const number of [1, 2, 3, 4, 5]) await app.ask({ question: `计算 ${number}+1`, conversationId: 'pages' });
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await app.get(`/api/react/runs?conversationId=pages&limit=2${cursor}`);
      seen.push(...(body.items as { question: string }[]).map(({ question }) => question));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${encodeURIComponent(String(body.nextCursor))}`;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1].map((number) => `计算 ${number}+1`));
  });

  it('limits above the server are clamped, and the result says what applied', async () => {
    const { limits } = await app.ask({ question: '计算 1+1', limits: { maxSteps: 1_000_000_000, deadlineMs: 1000 } });
    expect(limits).toEqual({ maxSteps: 10, maxTokens: 60_000, deadlineMs: 1000 });
  });

  it('a step limit ends in a forced answer with all steps', async () => {
    const result = await app.ask({ agent: 'bitmall', question: '订单 88231 坏了我要退款', limits: { maxSteps: 1 } });
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'step_limit', success: false, totalSteps: 1 });
    expect(result.finalAnswer).not.toBeNull();
  });

  it('the demo model says that it is one where it does not understand', async () => {
    const result = await app.ask({ question: 'How tall is the Eiffel tower?' });
    expect(result.finalAnswer).toMatch(/离线演示|offline demo/);
  });

  it('agents and tools are listed with schemas and effects', async () => {
    const agents = await app.get('/api/react/agents');
    expect(agents.body.items).toMatchObject([
      { name: 'sales', isDefault: true },
      { name: 'bitmall', isDefault: false },
      { name: 'shop', isDefault: false },
      { name: 'weather', isDefault: false },
      { name: 'replenishment', isDefault: false },
    ]);
    const tools = (await app.get('/api/react/tools')).body.items as {
      name: string;
      effect: string;
      inputSchema: object;
    }[];
    expect(tools.find(({ name }) => name === 'applyRefund')).toMatchObject({ effect: 'write', approval: true });
    expect(tools.find(({ name }) => name === 'queryOrder')!.inputSchema).toMatchObject({
      type: 'object',
      required: ['orderId'],
      properties: { orderId: { type: 'string' } },
    });
  });

  it('says where it stands', async () => {
    expect((await app.get('/health/live')).body).toEqual({ status: 'ok' });
    const ready = await app.get('/health/ready');
    expect(ready.status).toBe(200);
    expect(ready.text).toContain('offline-demo');
    expect((await app.get('/docs')).text).toContain('swagger');
    const openapi = (await app.get('/docs-json')).body as unknown as { openapi: string; paths: object };
    expect(openapi.openapi).toMatch(/^3\.1/);
    expect(Object.keys(openapi.paths)).toEqual(
      expect.arrayContaining(['/api/react/ask', '/api/react/runs/{runId}/events', '/health/ready']),
    );
  });
});
