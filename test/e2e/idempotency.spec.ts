import { rmSync } from 'node:fs';
import { answers, refuses, spelled, startModelServer, type ModelServer, type Turn } from '../../src/testing';
import { collect } from './event-stream';
import { apiKeys, bearer } from './keys';
import { startProcess, temporaryFolder } from './process';
import { endChild } from '../support/end-child';
import { startApp, type Answer, type RunningApp } from './start-app';

const ASK = '/api/react/ask';
const QUESTION = { question: 'How many?', conversationId: 'talk-1' };
const key = (value: string): Record<string, string> => ({ 'idempotency-key': value });
const replayed = ({ headers }: Pick<Answer, 'headers'>): string | null => headers.get('idempotent-replayed');

describe('a request with an Idempotency-Key', () => {
  let turn: Turn;
  let server: ModelServer;
  let app: RunningApp;
  beforeEach(async () => {
    turn = answers('42');
    server = await startModelServer(() => turn);
    app = await startApp({ OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' });
  });
  afterEach(async () => {
    await app.close();
    await server.close();
  });

  const runs = async (): Promise<{ runId: string }[]> => (await app.get('/api/react/runs')).body.items;

  /** The model answers when `go` is called. */
  function held(): { go: () => void } {
    let go = (): void => undefined;
    const released = new Promise<void>((resolve) => (go = resolve));
    turn = spelled(answers('42'), { pauseUntil: () => released });
    return { go: () => go() };
  }

  it('gets the same answer again, byte for byte, whatever the order of its fields, and starts no second run', async () => {
    const first = await app.post(ASK, QUESTION, key('k'));
    const again = await app.post(ASK, '{"conversationId": "talk-1",  "question":"How many?"}', key('k'));
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.text).toBe(first.text);
    expect([replayed(first), replayed(again)]).toEqual([null, 'true']);
    expect(await runs()).toHaveLength(1);
    expect(server.calls).toHaveLength(1);
  });

  it('with another body is 422, and another key or none is another request', async () => {
    const first = await app.post(ASK, { question: 'a' }, key('k'));
    for (const body of [{ question: 'b' }, { question: 'a', agent: 'sales' }, { question: 'a', detached: true }]) {
      const answer = await app.post(ASK, body, key('k'));
      expect([answer.status, answer.body]).toMatchObject([422, { code: 'idempotency_key_reused', status: 422 }]);
    }
    expect(await runs()).toHaveLength(1);
    const others = [await app.post(ASK, { question: 'a' }, key('K')), await app.post(ASK, { question: 'a' })];
    expect(others.map(({ status, text }) => [status, text === first.text])).toEqual([
      [200, false],
      [200, false],
    ]);
  });

  it('while the first one runs is 409 with its run, then gets its answer', async () => {
    const { go } = held();
    const first = app.post(ASK, QUESTION, key('k'));
    const running = async () => (await runs())[0]?.runId;
    let runId = await running();
    while (runId === undefined) runId = await running();
    const meanwhile = await app.post(ASK, QUESTION, key('k'));
    expect([meanwhile.status, meanwhile.body]).toMatchObject([
      409,
      { code: 'request_in_progress', runId, retryable: true },
    ]);
    go();
    expect((await first).body).toMatchObject({ runId, finalAnswer: '42' });
    expect((await app.post(ASK, QUESTION, key('k'))).text).toBe((await first).text);
  });

  it.each([
    ['ask', ASK, {}],
    ['ask in a conversation', ASK, { conversationId: 'c' }],
    ['runs', '/api/react/runs', {}],
    ['runs in a conversation', '/api/react/runs', { conversationId: 'c' }],
  ])('starts one run when twenty come at the same time: %s', async (_, path, more) => {
    const body = { question: 'How many?', ...more };
    const all = await Promise.all(Array.from({ length: 20 }, () => app.post(path, body, key('k'))));
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 202, 409].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(0);
    const refusals = all.filter(({ status }) => status === 409).map(({ body: { code } }) => code);
    expect(new Set([...refusals, 'request_in_progress'])).toEqual(new Set(['request_in_progress']));
    expect(path === ASK ? [] : refusals).toEqual([]);
    const ids = new Set(all.map(({ body: answer }) => (answer as unknown as { runId: string }).runId));
    expect(ids.size).toBe(1);
    expect(await runs()).toHaveLength(1);
  });

  it('gets the failure again when the run failed', async () => {
    turn = refuses(401);
    const first = await app.post(ASK, QUESTION, key('k'));
    turn = answers('42');
    const again = await app.post(ASK, QUESTION, key('k'));
    expect([first.status, again.status, replayed(again)]).toEqual([502, 502, 'true']);
    expect(again.text).toBe(first.text);
    expect(first.body).toMatchObject({ code: 'model_failed', runId: expect.any(String) });
  });

  it.each([
    ['a field that is wrong', { question: '' }, 400],
    ['an unknown agent', { question: 'x', agent: 'nobody' }, 400],
  ])('that was refused for %s leaves its key free', async (_, body, status) => {
    expect((await app.post(ASK, body, key('k'))).status).toBe(status);
    expect((await app.post(ASK, QUESTION, key('k'))).status).toBe(200);
  });

  it('in the background is answered with the same run, at once and later; ask and runs do not share keys', async () => {
    const first = await app.post('/api/react/runs', QUESTION, key('k'));
    const again = await app.post('/api/react/runs', QUESTION, key('k'));
    expect([again.status, again.text, again.headers.get('location')]).toEqual([
      202,
      first.text,
      first.headers.get('location'),
    ]);
    expect(replayed(again)).toBe('true');
    expect((await app.post('/api/react/runs', { question: 'b' }, key('k'))).status).toBe(422);
    const asked = await app.post(ASK, { question: 'another' }, key('k'));
    expect(asked.status).toBe(200);
  });

  it('as a stream gets the whole stream again, also when the first was no stream', async () => {
    const first = await app.post(ASK, QUESTION, key('k'));
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...key('k') };
    const response = await fetch(`${app.url}${ASK}`, { method: 'POST', headers, body: JSON.stringify(QUESTION) });
    expect([response.status, replayed(response)]).toEqual([200, 'true']);
    const events = await collect(response);
    expect(events.map(({ event }) => event)).toEqual([
      'run.started',
      'step.started',
      'model.replied',
      'run.finished',
      'result',
    ]);
    expect(events.at(-1)!.data).toEqual(first.body);
  });

  it('as a stream joins the run while it goes on, and leaving it does not cancel', async () => {
    const { go } = held();
    const first = app.post(ASK, QUESTION, key('k'));
    while ((await runs()).length === 0);
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...key('k') };
    const init = { method: 'POST', headers, body: JSON.stringify(QUESTION) };
    const left = new AbortController();
    await collect(await fetch(`${app.url}${ASK}`, { ...init, signal: left.signal }), 1);
    left.abort();
    const joined = collect(await fetch(`${app.url}${ASK}`, init));
    go();
    expect((await joined).at(-1)).toMatchObject({ event: 'result', data: { finalAnswer: '42' } });
    expect((await first).body).toMatchObject({ status: 'answered' });
  });
});

it('of another tenant is another request', async () => {
  const app = await startApp(apiKeys('one:acme:ask', 'two:acme:ask', 'three:umbrella:ask'));
  const ask = (name: string) => app.post(ASK, { question: '计算 6*7' }, { ...key('k'), ...bearer(name) });
  const [one, two, three] = [await ask('one'), await ask('two'), await ask('three')];
  expect(two.text).toBe(one.text);
  expect([three.status, replayed(three)]).toEqual([200, null]);
  expect(three.text).not.toBe(one.text);
  await app.close();
});

it('survives kill -9, and the run of a request that was cut off is found by its key', async () => {
  const REACT_DATA_DIR = temporaryFolder();
  let turn: Turn = answers('42');
  const server = await startModelServer(() => turn);
  const variables = { REACT_DATA_DIR, OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' };
  const post = (url: string, value: string) =>
    fetch(`${url}${ASK}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key(value) },
      body: JSON.stringify({ question: 'How many?' }),
    });

  const first = startProcess(variables);
  const answered = await (await post(await first.listening, 'done')).text();
  turn = { fault: 'silence', after: 'request', text: '' };
  const cut = post(await first.listening, 'cut').catch(() => undefined);
  while (server.calls.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  endChild(first.child, 'SIGKILL');
  await Promise.all([first.exited, cut]);
  turn = answers('43');

  const second = startProcess(variables);
  const url = await second.listening;
  expect(await (await post(url, 'done')).text()).toBe(answered);
  let again = await post(url, 'cut');
  while (again.status === 409) {
    await new Promise((resolve) => setTimeout(resolve, 100)); // the run needs the processor, too
    again = await post(url, 'cut');
  }
  expect(await again.json()).toMatchObject({ status: 'answered', finalAnswer: '43' });
  const { items } = (await (await fetch(`${url}/api/react/runs`)).json()) as { items: object[] };
  expect(items).toHaveLength(2);
  endChild(second.child);
  await second.exited;
  await server.close();
  rmSync(REACT_DATA_DIR, { recursive: true, force: true });
});
