import { answers, fallsSilent, spelled, startModelServer, type ModelServer, type Turn } from '../../src/testing';
import { collect } from './event-stream';
import { startApp, type Answer, type RunningApp } from './start-app';
import { until } from './until';

describe('background runs over HTTP', () => {
  let turn: (call: number) => Turn;
  let server: ModelServer;
  let app: RunningApp;
  beforeEach(async () => {
    turn = () => answers('42');
    server = await startModelServer((_, call) => turn(call));
    app = await startApp({ OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' });
  });
  afterEach(async () => {
    await server.close(); // ends what is still being asked, so that the shutdown has nothing to wait for
    await app.close();
  });

  const start = (body: object = {}): Promise<Answer> => app.post('/api/react/runs', { question: 'sum?', ...body });
  const idOf = ({ body }: Answer): string => (body as unknown as { runId: string }).runId;
  const statusOf = async (runId: string): Promise<unknown> => (await app.get(`/api/react/runs/${runId}`)).body.status;
  const listed = async (query: string): Promise<unknown[]> => (await app.get(`/api/react/runs?${query}`)).body.items;

  it('are stored, then answered with 202 and where to read them', async () => {
    const answer = await start({ conversationId: 'bg', limits: { maxSteps: 3 } });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ runId: expect.stringMatching(/^[0-9a-f-]{36}$/), status: 'queued' });
    expect(answer.headers.get('location')).toBe(`/api/react/runs/${idOf(answer)}`);
    const read = await until(
      () => app.get(answer.headers.get('location')!),
      ({ body }) => body.status === 'answered',
    );
    expect(read.body).toMatchObject({ finalAnswer: '42', conversationId: 'bg', limits: { maxSteps: 3 } });
  });

  it('can be followed from the first event to the result', async () => {
    turn = () => spelled(answers('forty-two'), { pieceChars: 2, pauseMs: 5 });
    const runId = idOf(await start());
    const response = await fetch(`${app.url}/api/react/runs/${runId}/events`, {
      headers: { accept: 'text/event-stream' },
    });
    const events = await collect(response);
    expect(events.flatMap(({ id }) => id ?? [])).toEqual([1, 2, 3, 4]);
    expect(events.at(-1)).toMatchObject({ event: 'result', data: { status: 'answered', finalAnswer: 'forty-two' } });
  });

  it('of 117 that cannot go on, 16 run, 100 wait, and one is refused with nothing stored', async () => {
    turn = () => fallsSilent('request');
    const started: Answer[] = [];
    for (let count = 0; count < 116; count += 1) started.push(await start());
    expect(started.filter(({ status }) => status !== 202)).toEqual([]);
    const refused = await start({ question: 'one more' });
    expect([refused.status, refused.body]).toMatchObject([503, { code: 'overloaded', retryable: true }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body).not.toHaveProperty('runId');
    await until(
      async () => server.calls.length,
      (count) => count === 16,
    );
    expect(await listed('status=running&limit=100')).toHaveLength(16);
    expect(await listed('status=queued&limit=100')).toHaveLength(100);
    expect(JSON.stringify(await listed('limit=100'))).not.toContain('one more');

    turn = () => answers('42');
    await app.post(`/api/react/runs/${idOf(started[0]!)}/cancel`, undefined);
    expect((await start()).status).toBe(202); // one left, so there is a place
    await until(
      () => listed('status=queued&limit=100'),
      ({ length }) => length === 0,
    );
    expect(await listed('status=answered&limit=100')).toHaveLength(100); // all through the one place that was free
    for (const answer of started.slice(1, 16)) await app.post(`/api/react/runs/${idOf(answer)}/cancel`, undefined);
  });

  it('goes on when the client leaves before the answer', async () => {
    const controller = new AbortController();
    const body = JSON.stringify({ question: 'left', conversationId: 'left' });
    const headers = { 'content-type': 'application/json' };
    const posted = fetch(`${app.url}/api/react/runs`, { method: 'POST', headers, body, signal: controller.signal });
    const stored = until(
      () => listed('conversationId=left'),
      ({ length }) => length === 1,
    );
    posted.catch(() => undefined);
    await stored;
    controller.abort();
    const [run] = await until(
      () => listed('conversationId=left&status=answered'),
      ({ length }) => length === 1,
    );
    expect(run).toMatchObject({ question: 'left', finalAnswer: '42' });
  });

  it.each([
    ['detached', { detached: true }, '#/detached'],
    ['a blank question', { question: ' ' }, '#/question'],
    ['an unknown agent', { agent: 'nobody' }, '#/agent'],
    ['a wrong limit', { limits: { maxSteps: 0 } }, '#/limits/maxSteps'],
  ])('%s is 400, and nothing is stored', async (_, change, pointer) => {
    const answer = await start(change);
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'bad_request', errors: [{ pointer }] }]);
    expect(await listed('limit=10')).toEqual([]);
  });

  it('a failing model fails the run, and the queue goes on', async () => {
    turn = (call) => (call === 0 ? { fault: 'status', status: 401 } : answers('42'));
    const failed = idOf(await start());
    await until(
      () => statusOf(failed),
      (status) => status === 'failed',
    );
    expect((await app.get(`/api/react/runs/${failed}`)).body).toMatchObject({ failureReason: 'model_failed' });
    const next = idOf(await start());
    expect(
      await until(
        () => statusOf(next),
        (status) => status === 'answered',
      ),
    ).toBe('answered');
  });
});
