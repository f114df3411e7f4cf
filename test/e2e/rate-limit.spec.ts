import { answers, spelled, startModelServer } from '../../src/testing';
import { apiKeys, bearer } from './keys';
import { startApp } from './start-app';
import { until } from './until';

it('a key may send so many requests in a minute, and each answer says how many are left', async () => {
  const app = await startApp({ REACT_RATE_LIMIT: '3', ...apiKeys('one:acme:ask', 'two:acme:ask') });
  const get = (name: string, path = '/api/react/agents') => app.get(path, bearer(name));
  const answersOfOne = [await get('one'), await get('one', '/api/react/nowhere'), await get('one')];
  expect(answersOfOne.map(({ status }) => status)).toEqual([200, 404, 200]);
  answersOfOne.forEach(({ headers }, index) => {
    expect(headers.get('ratelimit-policy')).toBe('"key";q=3;w=60');
    expect(headers.get('ratelimit')).toMatch(new RegExp(`^"key";r=${2 - index};t=([1-9]|[1-5][0-9]|60)$`));
  });
  const refused = await get('one');
  expect([refused.status, refused.body]).toMatchObject([429, { code: 'rate_limited', retryable: true, status: 429 }]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
  expect((await get('two')).status).toBe(200);
  expect((await app.get('/health/live')).headers.get('ratelimit')).toBeNull();
  await app.close();
});

it.each([
  ['a limit of 0', { REACT_RATE_LIMIT: '0', ...apiKeys('one:acme:ask') }, bearer('one')],
  ['no keys', { REACT_RATE_LIMIT: '1' }, {}],
])('with %s there is no such limit', async (_, variables, headers) => {
  const app = await startApp(variables);
  for (let count = 0; count < 3; count++) {
    const answer = await app.get('/api/react/agents', headers);
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
  }
  await app.close();
});

it('a key has so many runs at a time; one more waits for its turn, or is 503 with Retry-After, and other keys go on', async () => {
  let go = (): void => undefined;
  const released = new Promise<void>((resolve) => (go = resolve));
  const server = await startModelServer(() => spelled(answers('42'), { pauseUntil: () => released }));
  const app = await startApp({
    REACT_MAX_IN_FLIGHT_PER_KEY: '2',
    OPENAI_BASE_URL: server.baseUrl,
    OPENAI_MODEL: 'scripted',
    ...apiKeys('one:acme:ask', 'two:acme:ask'),
  });
  const ask = (name: string, headers = {}) =>
    app.post('/api/react/ask', { question: 'x' }, { ...bearer(name), ...headers });
  const calls = (count: number) =>
    until(
      () => Promise.resolve(server.calls.length),
      (seen) => seen >= count,
    );

  const running = [ask('one'), ask('one')];
  await calls(2);
  const others = ask('two');
  await calls(3);
  const refused = await ask('one');
  expect([refused.status, refused.body]).toMatchObject([503, { code: 'overloaded', retryable: true }]);
  expect(refused.body).toMatchObject({ detail: expect.stringContaining('2 of this key') });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const waiting = ask('one', { accept: 'text/event-stream' });
  go();
  for (const answer of await Promise.all([...running, others, waiting])) expect(answer.status).toBe(200);
  const stored = (await app.get('/api/react/runs', bearer('one'))).body.items;
  expect(stored).toHaveLength(4); // nothing of the one that was refused
  await app.close();
  await server.close();
});

it('a key has a hundred event streams at a time; one more is 503, other keys and requests go on, and one that leaves makes room', async () => {
  const app = await startApp({ REACT_CLOCK: '2026-06-30T19:05:23+08:00', ...apiKeys('one:acme:ask', 'two:acme:ask') });
  const refund = { agent: 'bitmall', question: '我上周买的扫地机不回充了，修不好我想退。订单号 88231。' };
  const asked = await app.post('/api/react/ask', refund, bearer('one'));
  expect(asked.body).toMatchObject({ status: 'waiting' });
  const path = `/api/react/runs/${String(asked.body.runId)}/events`;
  const leave = new AbortController();
  const first = new AbortController();
  const open = (name: string, { signal }: AbortController = leave): Promise<Response> =>
    fetch(`${app.url}${path}`, { signal, headers: { accept: 'text/event-stream', ...bearer(name) } });

  const streams = await Promise.all(
    Array.from({ length: 100 }, (_, index) => open('one', index === 0 ? first : leave)),
  );
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await open('one');
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'overloaded', retryable: true }]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await open('two')).status).toBe(200);
  expect((await app.get(path, bearer('one'))).status).toBe(200); // the facts so far, at once
  first.abort();
  expect(
    await until(
      async () => (await open('one')).status,
      (status) => status === 200,
    ),
  ).toBe(200);
  leave.abort();
  await app.close();
});
