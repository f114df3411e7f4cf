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
  ])('a body of type %s is 415', async (type, body) => {
    const answer = await app.post('/api/react/ask', body, { 'content-type': type });
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  it.each([
    '/api/react/runs/nope',
    '/api/react/runs/0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55',
    '/api/react/runs/%00',
    "/api/react/runs/'%20OR%201=1--",
    '/api/react/runs/..%2f..%2fetc/events',
    '/api/react/runs/%E0%A4%A/events',
    '/nowhere',
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

  it('an Idempotency-Key is refused instead of ignored', async () => {
    const answer = await app.post('/api/react/ask', { question: 'x' }, { 'idempotency-key': 'k' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('Idempotency-Key') });
  });

  it.each([
    ['/api/react/ask', 'text/html'],
    ['/api/react/runs', 'text/html'],
    ['/api/react/runs', 'text/event-stream'],
  ])('%s for a client that accepts only %s is 406', async (path, accept) => {
    expect((await app.post(path, { question: 'x' }, { accept })).status).toBe(406);
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
