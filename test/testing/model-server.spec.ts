import { answers, says, startModelServer, thinksThenActs, type ModelServer } from '../../src/testing';

let server: ModelServer;
afterEach(() => server.close());

const post = (path: string, body: unknown): Promise<Response> =>
  fetch(`${server.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-test' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const chat = (more: object = {}): Promise<Response> =>
  post('/chat/completions', { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...more });
const textOf = async (response: Response): Promise<unknown> => {
  const { choices } = (await response.json()) as { choices: { message: { content: unknown } }[] };
  return choices[0]?.message.content;
};

describe('the scripted model server', () => {
  it('plays one turn per call, plain or streamed as the request asks', async () => {
    server = await startModelServer([
      thinksThenActs('I look.', 'query_order', { orderId: '88231' }),
      answers('Shipped.'),
    ]);
    expect(await textOf(await chat())).toBe('Thought: I look.\nAction: query_order\nAction Input: {"orderId":"88231"}');
    const streamed = await chat({ stream: true });
    expect(streamed.headers.get('content-type')).toContain('text/event-stream');
    expect(await streamed.text()).toMatch(/^data: \{.*data: \[DONE\]\n\n$/s);
  });

  it('keeps what it was asked', async () => {
    server = await startModelServer([says('x')]);
    await (await chat()).text();
    await (await fetch(`${server.baseUrl}/models`)).text();
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/chat/completions',
      'GET /v1/models',
    ]);
    expect(server.calls).toHaveLength(1);
    expect(server.calls[0]).toMatchObject({ headers: { authorization: 'Bearer sk-test' }, body: { model: 'm' } });
    expect(await server.calls[0]!.hungUp).toBe(false);
  });

  it('answers by the request when the script is a function, and takes more turns later', async () => {
    server = await startModelServer(({ body }, call) => says(`${call}: ${(body as { model: string }).model}`));
    expect(await textOf(await chat())).toBe('0: m');
    expect(await textOf(await chat({ model: 'n' }))).toBe('1: n');
    await server.close();
    server = await startModelServer();
    server.enqueue(says('late'), () => says('later'));
    expect(await textOf(await chat())).toBe('late');
    expect(await textOf(await chat())).toBe('later');
  });

  it('says so with a 500 when the script is over, and when it throws', async () => {
    server = await startModelServer([
      () => {
        throw new Error('a bug in the script');
      },
    ]);
    const thrown = await chat();
    expect([thrown.status, await thrown.text()]).toEqual([500, 'The script failed: Error: a bug in the script']);
    const over = await chat();
    expect(over.status).toBe(500);
    expect(await over.text()).toContain('The script is over: it has no turn for call 2');
  });

  it('lists its models and refuses other paths', async () => {
    server = await startModelServer([], { models: ['deepseek-chat'] });
    const { data } = (await (await fetch(`${server.baseUrl}/models`)).json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(['deepseek-chat']);
    expect((await post('/completions', {})).status).toBe(404);
  });

  it('makes the same vector of the same text, and close ones of close texts', async () => {
    server = await startModelServer();
    const input = ['refund policy', 'refund policies', '物流查询', 'refund policy'];
    const { data } = (await (await post('/embeddings', { model: 'm', input })).json()) as {
      data: { embedding: number[] }[];
    };
    const [policy, policies, logistics, again] = data.map(({ embedding }) => embedding) as [
      number[],
      number[],
      number[],
      number[],
    ];
    const product = (a: number[], b: number[]): number => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
    expect(again).toEqual(policy);
    expect(product(policy, policy)).toBeCloseTo(1);
    expect(product(policy, policies)).toBeGreaterThan(product(policy, logistics));
  });
});
