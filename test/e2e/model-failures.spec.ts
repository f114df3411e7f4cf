import {
  answers,
  BAD_BODIES,
  cutAtLength,
  echoesKey,
  endsWithoutFinish,
  fallsSilent,
  rateLimited,
  refuses,
  resets,
} from '../../src/testing';
import { says, startModelServer, thinksThenActs, type ModelServer, type Turn } from '../../src/testing';
import type { ReActResult } from '../../src/core/react-result';
import { startApp, type RunningApp } from './start-app';

const KEY = 'sk-canary-0123456789abcdef';

describe('a model that fails', () => {
  let turn: Turn;
  let server: ModelServer;
  let app: RunningApp;
  beforeAll(async () => {
    server = await startModelServer(() => turn);
    app = await startApp({
      OPENAI_BASE_URL: server.baseUrl,
      OPENAI_MODEL: 'scripted',
      OPENAI_API_KEY: KEY,
      REACT_MODEL_IDLE_TIMEOUT_MS: '200',
      REACT_MODEL_TIMEOUT_MS: '4000',
    });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  it.each<[string, Turn, number, string]>([
    ['refuses the key', echoesKey(401), 502, 'model_failed'],
    ['says 403', echoesKey(403), 502, 'model_failed'],
    ['says 400', refuses(400), 502, 'model_failed'],
    ['says 500 for ever', refuses(500), 502, 'model_failed'],
    ['says 429 with a wait of a day', rateLimited(86_400), 503, 'model_overloaded'],
    ['says 503 for ever', refuses(503), 503, 'model_overloaded'],
    ['falls silent before the headers', fallsSilent('request'), 504, 'model_timeout'],
    ['falls silent in the middle', fallsSilent('text'), 504, 'model_timeout'],
    ['resets before the headers', resets('request'), 502, 'model_failed'],
    ['resets in the middle', resets('text', 'Thought: x\nFinal Answer: half of an ans'), 502, 'model_failed'],
    [
      'ends without finish_reason',
      endsWithoutFinish('Thought: x\nFinal Answer: half of an ans'),
      502,
      'model_bad_reply',
    ],
    ...BAD_BODIES.map((body, index): [string, Turn, number, string] => [
      `sends bad body ${index}`,
      body,
      502,
      'model_bad_reply',
    ]),
  ])('that %s is a problem, and the run can be read', async (_, played, status, code) => {
    turn = played;
    const answer = await app.post('/api/react/ask', { question: 'x' });
    const problem = answer.body as unknown as { code: string; runId: string; retryable: boolean };
    expect([answer.status, problem.code]).toEqual([status, code]);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.get('retry-after') !== null).toBe(status === 503);
    expect(typeof problem.retryable).toBe('boolean');
    const run = await app.get(`/api/react/runs/${problem.runId}`);
    expect(run.body).toMatchObject({ status: 'failed', failureReason: code, finalAnswer: null, success: false });
    const events = await app.get(`/api/react/runs/${problem.runId}/events`);
    expect(answer.text + run.text + events.text).not.toContain(KEY);
  });

  it('a reply cut by the token limit is never an answer: the model is told, then the run is stopped', async () => {
    turn = cutAtLength('Thought: x\nFinal Answer: the answer is');
    const result = await app.ask({ question: 'x' });
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'malformed_replies', finalAnswer: null });
    expect(result.steps.map(({ action, ok }) => [action, ok])).toEqual([
      [null, false],
      [null, false],
      [null, false],
    ]);
  });

  it('the same action with the same observation again and again is stopped', async () => {
    turn = thinksThenActs('again', 'Calculator', '1+1');
    const result = await app.ask({ question: 'x' });
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'idle', totalSteps: 4 });
    expect(result.steps.map(({ ok }) => ok)).toEqual([true, true, true, false]); // the fourth call was refused
  });

  it('the token budget stops a run', async () => {
    let count = 0;
    const scripted = (): Turn => thinksThenActs('more', 'Calculator', `${(count += 1)}+1`);
    turn = { ...scripted(), usage: { inputTokens: 900, outputTokens: 100 } };
    const result = await app.ask({ question: 'x', limits: { maxTokens: 1500 } });
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'token_budget', totalSteps: 2 });
  });

  it('the deadline cuts a model call that hangs, and the answer says so in time', async () => {
    turn = says(`Thought: ${'slow '.repeat(100)}`, { pieceChars: 1, pauseMs: 150 });
    const result = await app.ask({ question: 'x', limits: { deadlineMs: 1000 } });
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'deadline' });
    expect(result.durationMs).toBeLessThan(10_000); // the reply alone would take more than a minute
  });

  it('an unknown tool, a wrong input and a tool that fails are observations, and the run goes on', async () => {
    const turns = [
      thinksThenActs('a', 'Teleport', 'home'),
      thinksThenActs('b', 'Calculator', { expresion: '1+1' }),
      thinksThenActs('c', 'DatabaseQuery', 'DROP TABLE sales'),
      answers('well'),
    ];
    turn = answers('unused');
    const own = await startModelServer(turns);
    const other = await startApp({ OPENAI_BASE_URL: own.baseUrl, OPENAI_MODEL: 'scripted' });
    const result: ReActResult = await other.ask({ question: 'x' });
    await other.close();
    await own.close();
    expect(result).toMatchObject({ success: true, finalAnswer: 'well', totalSteps: 3 });
    expect(result.steps.map(({ ok }) => ok)).toEqual([false, false, false]);
    expect(result.steps[0]!.observation).toContain('Calculator');
    expect(result.steps[1]!.observation).toContain('expression');
    expect(result.steps[1]!.rawInput).toBe('{"expresion":"1+1"}');
  });

  it('a client that leaves ends the run, and the model call with it', async () => {
    turn = fallsSilent('request');
    const controller = new AbortController();
    const asked = fetch(`${app.url}/api/react/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'x', conversationId: 'left' }),
      signal: controller.signal,
    }).catch(() => undefined);
    setTimeout(() => controller.abort(), 50);
    await asked;
    const status = async (): Promise<unknown> =>
      (await app.get('/api/react/runs?conversationId=left')).body.items.map(({ status }) => status);
    for (let tries = 0; tries < 50 && String(await status()) !== 'cancelled'; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await status()).toEqual(['cancelled']);
  });
});

it('a model server that is not there is 502 within the time limit, and readiness says so', async () => {
  const app = await startApp({ OPENAI_BASE_URL: 'http://127.0.0.1:9', OPENAI_MODEL: 'gone' });
  const answer = await app.post('/api/react/ask', { question: 'x' });
  expect([answer.status, answer.body]).toMatchObject([502, { code: 'model_failed' }]);
  const ready = await app.get('/health/ready');
  expect([ready.status, ready.body]).toMatchObject([
    503,
    { checks: { model: { status: 'down' }, store: { status: 'ok' } } },
  ]);
  await app.close();
});
