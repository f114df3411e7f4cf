import { connect } from 'node:net';
import { startApp, type RunningApp } from './start-app';

describe('bad requests', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const deep = (levels: number): string => `{"question":"x","limits":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;

  it.each([
    ['a blank question', { question: '  \n ' }, '#/question'],
    ['a question of zero-width spaces', { question: '\u200b\u200d\ufeff' }, '#/question'],
    ['a question of Hangul fillers', { question: '\u3164\uffa0' }, '#/question'],
    ['a question of control characters', { question: '\u0000\u0007\u202e' }, '#/question'],
    ['a question of half a character', { question: '\ud800' }, '#/question'],
    ['an agent that is null', { question: 'x', agent: null }, '#/agent'],
    ['a conversation that is null', { question: 'x', conversationId: null }, '#/conversationId'],
    ['a protocol that is null', { question: 'x', protocol: null }, '#/protocol'],
    ['limits that are null', { question: 'x', limits: null }, '#/limits'],
    ['a limit that is null', { question: 'x', limits: { maxSteps: null } }, '#/limits/maxSteps'],
    ['detached as null', { question: 'x', detached: null }, '#/detached'],
    ['a field named as a method of every object', { question: 'x', hasOwnProperty: 1 }, '#/hasOwnProperty'],
    ['such a limit', { question: 'x', limits: { isPrototypeOf: 1 } }, '#/limits/isPrototypeOf'],
    ['no question', {}, '#/question'],
    ['a question that is no string', { question: 5 }, '#/question'],
    ['a question that is too long', { question: 'x'.repeat(32_769) }, '#/question'],
    ['an unknown field', { question: 'x', messages: [] }, '#/messages'],
    ['__proto__ as a field', '{"question":"x","__proto__":{"agent":"y"}}', '#'],
    ['a negative limit', { question: 'x', limits: { maxSteps: -1 } }, '#/limits/maxSteps'],
    ['a fractional limit', { question: 'x', limits: { deadlineMs: 1.5 } }, '#/limits/deadlineMs'],
    ['an unknown limit', { question: 'x', limits: { idleSteps: 1 } }, '#/limits/idleSteps'],
    ['limits that are no object', { question: 'x', limits: [] }, '#/limits'],
    ['limits that are text', { question: 'x', limits: 'many' }, '#/limits'],
    ['a conversation id with a slash', { question: 'x', conversationId: '../etc' }, '#/conversationId'],
    ['an unknown agent', { question: 'x', agent: 'nobody' }, '#/agent'],
    ['an unknown protocol', { question: 'x', protocol: 'xml' }, '#/protocol'],
    ['detached as text', { question: 'x', detached: 'yes' }, '#/detached'],
    ['an array', [{ question: 'x' }], '#'],
    ['50,000 levels', deep(20_000), '#'],
  ])('%s is 400 and names the field', async (_, body, pointer) => {
    const answer = await app.post('/api/react/ask', body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ type: 'about:blank', title: 'Bad request', status: 400, code: 'bad_request' });
    const { errors } = answer.body as unknown as { errors: { pointer: string; detail: string }[] };
    expect(errors[0]!.pointer.startsWith(pointer)).toBe(true);
    expect(errors[0]!.detail).not.toBe('');
  });

  it.each([
    [{ question: 5 }, 'expected a string of 1 to 32768 characters, not blank'],
    [{}, 'expected a string of 1 to 32768 characters, not blank'],
    [{ question: '' }, 'expected a string of 1 to 32768 characters, not blank'],
    [{ question: ['x'] }, 'expected a string of 1 to 32768 characters, not blank'],
    [{ question: 'x', agent: 5 }, 'expected the name of an agent, a string of 1 to 64 characters'],
    [{ question: 'x', protocol: {} }, 'expected the name of a protocol, a string of 1 to 16 characters'],
    [{ question: 'x', limits: 5 }, 'expected an object with maxSteps, maxTokens or deadlineMs'],
    [{ question: 'x', limits: [{ maxSteps: 1 }] }, 'expected an object with maxSteps, maxTokens or deadlineMs'],
    [{ question: 'x', limits: { maxSteps: '5' } }, 'expected an integer from 1'],
    [{ question: 'x', limits: { maxTokens: 0 } }, 'expected an integer from 1'],
    [{ question: 'x', detached: 0 }, 'expected true or false'],
    [
      { question: 'x', messages: [] },
      'unknown field; expected one of: detached, question, agent, conversationId, protocol, limits',
    ],
    [{ question: 'x', limits: { idleSteps: 1 } }, 'unknown field; expected one of: maxSteps, maxTokens, deadlineMs'],
  ])('%j: %s', async (body, sentence) => {
    const { errors } = (await app.post('/api/react/ask', body)).body as unknown as { errors: { detail: string }[] };
    expect(errors.map(({ detail }) => detail)).toEqual([sentence]);
  });

  it.each([
    ['broken JSON', '{"question":', 400],
    ['a bare string', '"x"', 400],
    ['null', 'null', 400],
    ['2 MB', JSON.stringify({ question: 'x'.repeat(2_000_000) }), 413],
  ])('%s is refused as a problem', async (_, body, status) => {
    const answer = await app.post('/api/react/ask', body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  it.each([
    ['application/x-www-form-urlencoded', 'question=x'],
    ['text/plain', '{"question":"x"}'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/json; charset=latin-9', '{"question":"x"}'],
    ['application/json; charset=utf-7', '{"question":"x"}'],
    ['application/json; charset="UTF-16LE"', new Blob([Buffer.from('{"question":"x"}', 'utf16le')])],
  ])('a body of type %s is 415', async (type, body) => {
    const answer = await app.post('/api/react/ask', body, { 'content-type': type });
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  it('a body whose bytes are no UTF-8 is 400 and says so', async () => {
    const answer = await app.post('/api/react/ask', new Blob([Buffer.from('{"question":"caf\xe9"}', 'latin1')]));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('UTF-8') });
  });

  it.each(['/api/react/runs/%zz', '/api/react/runs/%E0%A4%A/events', '/nowhere/%'])(
    '%s is 400 for its path, not for a body',
    async (path) => {
      const answer = await app.get(path);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ detail: expect.stringContaining('path'), code: 'bad_request' });
    },
  );

  it.each([
    '/api/react/runs/nope',
    '/api/react/runs/0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55',
    '/api/react/runs/%00',
    "/api/react/runs/'%20OR%201=1--",
    '/api/react/runs/..%2f..%2fetc/events',
    '/nowhere',
    '/docs-yaml',
    '/docs/package.json',
    '/docs/%70ackage.json',
    '/docs//package.json',
    '/docs/swagger-ui.js.map',
    '/docs/LICENSE',
  ])('%s is 404 or 400, as a problem', async (path) => {
    const answer = await app.get(path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.text).not.toMatch(/\.ts|\.js|node_modules|at /);
  });

  it.each([
    '?tenant=other',
    '?limit=0',
    '?limit=1e9',
    '?limit=1e1',
    '?limit=0x10',
    '?limit=%201',
    '?limit=',
    '?limit=1&limit=2',
    '?__proto__=1',
    '?__proto__[agent]=x',
    '?constructor=1',
    '?hasOwnProperty=1',
    '?limit=101',
    '?status=done',
    '?cursor=%7B%7D',
    '?agent[$ne]=x',
    "?x')%20OR%201=1--=1",
    '?agent=a&agent=b',
  ])('the list with %s is 400, never everything', async (query) => {
    const answer = await app.get(`/api/react/runs${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'bad_request' });
  });

  it.each([
    ['/api/react/runs/0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55', '?verbose=1'],
    ['/api/react/runs/0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55/events', '?before=3'],
    ['/api/react/runs/0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55/events', '?__proto__=3'],
    ['/api/react/agents', '?limit=1'],
    ['/api/react/tools', '?toString=1'],
    ['/health/ready', '?full'],
  ])('%s%s: a parameter that the route does not know is 400 and named', async (path, query) => {
    const answer = await app.get(`${path}${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ pointer: `#/${/\w+/.exec(query)![0]}` }] });
  });

  it('so is one of a question', async () => {
    expect((await app.post('/api/react/ask?stream=true', { question: 'x' })).status).toBe(400);
  });

  it('what a later version serves is 404 and says so', async () => {
    for (const path of ['/metrics', '/v1/models', '/mcp']) {
      const answer = await app.get(path);
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({
        code: 'not_found',
        detail: expect.stringContaining('does not serve it yet'),
      });
    }
    expect((await app.get('/nowhere')).text).not.toContain('yet');
  });

  it('another method of a route is 405 and names those that there are', async () => {
    const read = await app.get('/api/react/ask');
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    expect(read.body).toMatchObject({ code: 'method_not_allowed', status: 405 });
    const written = await app.post('/api/react/agents', {});
    expect([written.status, written.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('slow clients are cut off after the times that the limits name', () => {
    expect(app.app.getHttpServer()).toMatchObject({
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
    });
  });

  it.each(['', 'x'.repeat(256), 'caf\u00e9', 'tab\there'])(
    'the Idempotency-Key "%s" is 400 and stores nothing',
    async (key) => {
      for (const path of ['/api/react/ask', '/api/react/runs']) {
        const answer = await app.post(path, { question: 'x' }, { 'idempotency-key': key });
        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({ detail: expect.stringContaining('1 to 255 printable') });
      }
    },
  );

  it.each([
    ['/api/react/ask', 'text/html'],
    ['/api/react/runs', 'text/html'],
    ['/api/react/runs', 'text/event-stream'],
  ])('%s for a client that accepts only %s is 406', async (path, accept) => {
    expect((await app.post(path, { question: 'x' }, { accept })).status).toBe(406);
  });

  it('serves the files that the API page loads', async () => {
    const page = await app.get('/docs');
    const files = [...page.text.matchAll(/(?:href|src)="\.\/docs\/([^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect([file, (await app.get(`/docs/${file}`)).status]).toEqual([file, 200]);
  });

  it('has security headers, does not name its framework and reflects no foreign origin', async () => {
    const { headers } = await app.get('/health/live', { origin: 'https://evil.example' });
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('a raw request that is no HTTP does not take the service down', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.end('GARBAGE\r\n\r\n'));
      socket.resume();
      socket.on('error', () => resolve()).on('close', () => resolve());
    });
    expect((await app.get('/health/live')).status).toBe(200);
  });
});
