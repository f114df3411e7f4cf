import { request } from 'node:http';
import { apiKeys, bearer, entryOf, keyOf } from './keys';
import { startApp, type RunningApp } from './start-app';

const QUESTION = { question: '计算 6*7' };
const WRONG = { authorization: 'Bearer rk_wrong' };

describe('with keys', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp(
      apiKeys('reader:acme:ask', 'judge:acme:approve', 'clerk:acme:ask+write', 'boss:acme:admin', 'other:umbrella:ask'),
    );
  });
  afterAll(() => app.close());

  it('a right one is let in, whatever the case of the scheme, and its name is on the run', async () => {
    const asked = await app.post('/api/react/ask', QUESTION, { authorization: `bearer  ${keyOf('reader')}` });
    expect([asked.status, asked.body]).toMatchObject([200, { status: 'answered' }]);
    const { runId } = asked.body as unknown as { runId: string };
    const { items } = (await app.get(`/api/react/runs/${runId}/events`, bearer('reader'))).body;
    expect(items[0]).toMatchObject({ type: 'run.started', tenant: 'acme', askedBy: 'reader' });
  });

  it('one that has expired is 401 like a wrong one, and the others are let in', async () => {
    const [expired, valid] = [entryOf('web:acme:ask'), entryOf('desk:acme:ask')];
    const REACT_API_KEYS = `${expired}:2026-01-31T08:00:00+08:00,${valid}:9999-01-31`;
    const other = await startApp({ REACT_API_KEYS });
    const refused = await other.get('/api/react/runs', bearer('web'));
    expect([refused.status, refused.text]).toEqual([401, (await other.get('/api/react/runs', WRONG)).text]);
    expect((await other.get('/api/react/runs', bearer('desk'))).status).toBe(200);
    await other.close();
  });

  it.each([
    ['none', {}],
    ['a wrong one', WRONG],
    ['an empty one', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Basic ${keyOf('reader')}` }],
    ['the hash instead', { authorization: `Bearer ${apiKeys('reader:acme:ask').REACT_API_KEYS.slice(-64)}` }],
    ['two keys', { authorization: `Bearer ${keyOf('reader')}, Bearer ${keyOf('boss')}` }],
    ['one in another header', { 'x-api-key': keyOf('reader') }],
  ])('%s is 401, which says how to send one', async (_, headers) => {
    const answer = await app.post('/api/react/ask', QUESTION, headers);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      detail: 'Expected a valid key in the header "Authorization: Bearer <key>"',
      code: 'unauthorized',
    });
  });

  it.each(['key', 'api_key', 'access_token', 'authorization'])('one in the query, as %s, is 401', async (name) => {
    expect((await app.get(`/api/react/runs?${name}=${keyOf('boss')}`)).status).toBe(401);
  });

  it.each([
    ['reader', 'GET', '/api/react/runs', 200],
    ['reader', 'GET', '/api/react/agents', 200],
    ['judge', 'GET', '/api/react/runs', 403],
    ['judge', 'POST', '/api/react/ask', 403],
    ['judge', 'POST', '/api/react/runs', 403],
    ['reader', 'DELETE', '/api/react/conversations/talk-42', 403],
    ['clerk', 'DELETE', '/api/react/conversations/talk-42', 404],
    ['boss', 'DELETE', '/api/react/conversations/talk-42', 404],
    ['boss', 'GET', '/api/react/tools', 200],
  ])('%s: %s %s is %d', async (name, method, path, status) => {
    const answer = await app.send(method, path, bearer(name), method === 'POST' ? QUESTION : undefined);
    expect(answer.status).toBe(status);
    if (status === 403)
      expect(answer.body).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('scope') });
  });

  /** As it is, without the clean-up that fetch does. */
  const rawStatus = (path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(app.url);
      request({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end();
    });

  it.each([
    '/api/react/runs/',
    '/API/React/Runs',
    '/%61pi/react/runs',
    '/api/%72eact/runs',
    '/api%2freact%2fruns',
    '//api/react/runs',
    '/./api/react/runs',
    '/health/../api/react/runs',
    '/api/react/runs;a=b',
    '/api/react/runs?',
    '/api/react/nowhere',
    '/v1/models',
    '/V1/chat/completions',
    '/mcp',
  ])('without one %s is no way in', async (path) => {
    expect([401, 404]).toContain(await rawStatus(path));
    if (!path.startsWith('/health')) expect(await rawStatus(path)).toBe(401);
  });

  describe.each([
    ['that is no JSON', '{', 'application/json', 400],
    ['of 300 KiB', JSON.stringify({ question: 'x'.repeat(300 * 1024) }), 'application/json', 413],
    ['that is a form', 'question=hello', 'application/x-www-form-urlencoded', 415],
    ['in another charset', '{"question":"hello"}', 'application/json; charset=utf-16', 415],
    ['with an unknown field', '{"question":"hello","messages":[]}', 'application/json', 400],
  ])('a body %s', (_, body, type, status) => {
    it.each(['/api/react/ask', '/API/react/runs/', '/api/react/runs/0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55/cancel'])(
      'at %s is 401 from a stranger, and is looked at only of a caller who is known',
      async (path) => {
        const headers = { 'content-type': type };
        expect((await app.post(path, body, headers)).status).toBe(401);
        expect((await app.post(path, body, { ...headers, ...WRONG })).body).toMatchObject({ code: 'unauthorized' });
        expect((await app.post(path, body, { ...headers, ...bearer('reader') })).status).toBe(status);
      },
    );
  });

  it('a body is 401 from a stranger whatever way the path is written', async () => {
    const { hostname, port } = new URL(app.url);
    const statusOf = (path: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': 'application/json' };
        request({ hostname, port, path, method: 'POST', headers }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end('{');
      });
    for (const path of ['/api/react/ask', `${app.url}/api/react/ask`, '//api/react/ask', '/api%2freact%2fask', '/docs'])
      expect([path, await statusOf(path)]).toEqual([path, 401]);
  });

  it('a caller whose body was let in is counted once', async () => {
    const left = async () => {
      const { headers } = await app.post('/api/react/ask', { question: '' }, bearer('clerk'));
      return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    expect((await left()) - (await left())).toBe(1);
  });

  it.each(['/health/live', '/health/ready', '/docs', '/docs-json'])('%s stays open', async (path) => {
    expect((await app.get(path)).status).toBe(200);
  });
});

it('too many wrong ones from one address are told to wait; a right one is still let in', async () => {
  const app = await startApp(apiKeys('reader:acme:ask'));
  const statuses: number[] = [];
  for (let count = 0; count < 61; count++) statuses.push((await app.get('/api/react/runs', WRONG)).status);
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([401]));
  expect(statuses.at(-1)).toBe(429);
  const refused = await app.get('/v1/models', WRONG);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused.body).toMatchObject({ code: 'rate_limited', retryable: true });
  expect((await app.get('/api/react/runs')).status).toBe(401);
  expect((await app.get('/api/react/runs', bearer('reader'))).status).toBe(200);
  await app.close();
});
