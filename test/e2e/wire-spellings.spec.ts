import type { RunEvent } from '../../src/core/run-event';
import { wireName } from '../../src/protocols/native/wire-names';
import { calls, refusesField, says, startModelServer, type ModelServer, type Turn } from '../../src/testing';
import { startApp, type RunningApp } from './start-app';

interface Body {
  tools?: { function: { name: string; description: string } }[];
  stop?: string[];
  response_format?: { type: string; json_schema?: { schema: object } };
  messages: {
    role: string;
    content: string | null;
    tool_calls?: { id: string; function: { name: string; arguments: string } }[];
    tool_call_id?: string;
    reasoning_content?: string;
  }[];
}

let server: ModelServer;
let app: RunningApp;

async function start(protocol: string, script: Turn[], OPENAI_MODEL = 'recorded'): Promise<void> {
  server = await startModelServer(script);
  app = await startApp({ OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL, REACT_PROTOCOL: protocol });
}

afterEach(async () => {
  await app.close();
  await server.close();
});

const bodies = (): Body[] => server.calls.map(({ body }) => body as Body);

describe('native tool calls over the wire', () => {
  it('two calls of one reply are each answered under their own id, in call order', async () => {
    const both = calls(
      { name: 'queryLogistics', input: { orderId: 'ORD001' } },
      { name: 'queryOrder', input: { orderId: 'ORD001' } },
    );
    await start('native', [
      { ...both, text: '两处一起查。', reasoning: 'both at once' },
      calls({ name: 'Teleport', input: {} }),
      calls({ name: 'queryOrder', input: '{"orderId": "ORD0' }),
      says('iPhone 15 Pro 已发货。'),
    ]);
    const result = await app.ask({ agent: 'shop', question: '帮我查下订单ORD001的状态和物流信息' });

    expect(result).toMatchObject({ status: 'answered', finalAnswer: 'iPhone 15 Pro 已发货。', protocol: 'native' });
    const [first, ...later] = bodies() as [Body, ...Body[]];
    expect(first.tools?.map(({ function: { name } }) => name)).toEqual(['queryOrder', 'queryLogistics']);
    expect(first).not.toHaveProperty('stop');
    const sent = later.at(-1)!.messages.slice(first.messages.length);
    expect(sent.map(({ role, tool_call_id: id }) => (id ? `${role} ${id}` : role))).toEqual([
      ...['assistant', 'tool s1_call_0', 'tool s1_call_1'],
      ...['assistant', 'tool s2_call_0'],
      ...['assistant', 'user'], // arguments that were cut: text, and a word to the model
    ]);
    expect(sent[0]!.tool_calls!.map(({ id, function: { name } }) => [id, name])).toEqual([
      ['s1_call_0', 'queryLogistics'],
      ['s1_call_1', 'queryOrder'],
    ]);
    expect(sent[2]!.content).toContain('iPhone');
    expect(sent[0]).not.toHaveProperty('reasoning_content');
  });

  it('a Chinese tool has an alias on the wire and nowhere else', async () => {
    const alias = wireName('查询补货计划单详情');
    await start('native', [calls({ name: alias, input: { orderCode: 'BH001' } }), says('BH001 待审批。')]);
    const result = await app.ask({ agent: 'replenishment', question: 'BH001 是什么状态？' });

    expect(result.steps).toMatchObject([{ action: '查询补货计划单详情', ok: true }]);
    const [first, second] = bodies() as [Body, Body];
    expect(first.tools?.map(({ function: { name } }) => name)).toContain(alias);
    expect(first.tools?.find(({ function: { name } }) => name === alias)?.function.description).toMatch(
      /^查询补货计划单详情: /,
    );
    expect(second.messages.at(-2)!.tool_calls?.[0]?.function.name).toBe(alias);
    const { items } = (await app.get(`/api/react/runs/${result.runId}/events`)).body as unknown as {
      items: RunEvent[];
    };
    expect(items.length).toBeGreaterThan(4);
    expect(JSON.stringify([result, items])).not.toContain(alias);
  });

  it('DeepSeek gets the reasoning of a turn with calls back in every later request', async () => {
    const look = calls({ name: 'queryOrder', input: { orderId: 'ORD001' } });
    await start(
      'native',
      [{ ...look, reasoning: 'look first' }, { ...look, reasoning: 'again' }, says('ok')],
      'deepseek-chat',
    );
    await app.ask({ agent: 'shop', question: '订单ORD001？' });

    const reasoning = bodies().map(({ messages }) => messages.flatMap(({ reasoning_content: text }) => text ?? []));
    expect(reasoning).toEqual([[], ['look first'], ['look first', 'again']]);
  });
});

it('JSON steps over the wire: by schema, then in JSON mode where the schema is refused', async () => {
  const city = '{"thought": "先查。", "action": "get_city_temperature", "action_input": {"city": "上海"}}';
  await start('json', [
    refusesField('response_format'),
    says(city),
    says('{"thought": "好了。", "action": "Final Answer", "action_input": "低 5 度。"}'),
  ]);
  const result = await app.ask({ agent: 'weather', question: '上海明天比今天低几度？' });

  expect(result).toMatchObject({
    status: 'answered',
    finalAnswer: '低 5 度。',
    finalThought: '好了。',
    protocol: 'json',
  });
  expect(result.steps).toMatchObject([{ action: 'get_city_temperature', thought: '先查。', ok: true }]);
  const [schema, mode, last] = bodies() as [Body, Body, Body];
  expect(schema.response_format).toMatchObject({ type: 'json_schema' });
  expect(JSON.stringify(schema.response_format)).toContain('"get_city_temperature"');
  expect([mode, last].map(({ response_format: format }) => format)).toEqual([
    { type: 'json_object' },
    { type: 'json_object' },
  ]);
  expect(last.messages.at(-1)).toMatchObject({ role: 'user', content: expect.stringMatching(/^Observation: /) });
  expect(JSON.parse(last.messages.at(-2)!.content ?? '')).toEqual(JSON.parse(city));
});
