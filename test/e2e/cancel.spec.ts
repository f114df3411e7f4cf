import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReActResult } from '../../src/core/react-result';
import { fold } from '../../src/core/run';
import { sqlite, SqlStore } from '../../src';
import { answers, fallsSilent, startModelServer, thinksThenActs, type ModelServer, type Turn } from '../../src/testing';
import { aWaitingRun, eventsOf } from '../support/builders';
import { collect, readSse } from './event-stream';
import { temporaryFolder } from './process';
import { startApp, type Answer, type RunningApp } from './start-app';
import { until } from './until';
import { join } from 'node:path';

/** A search engine that never answers; `left` resolves when its client hangs up. */
async function silentSearch(): Promise<{ server: Server; url: string; asked: Promise<void>; left: Promise<void> }> {
  let tell = { asked: (): void => undefined, left: (): void => undefined };
  const asked = new Promise<void>((resolve) => (tell = { ...tell, asked: resolve }));
  const left = new Promise<void>((resolve) => (tell = { ...tell, left: resolve }));
  const server = createServer((_, response) => {
    tell.asked();
    response.on('close', () => tell.left());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, left };
}

describe('cancelling over HTTP', () => {
  let turn: Turn;
  let server: ModelServer;
  let app: RunningApp;
  beforeEach(async () => {
    turn = fallsSilent('request');
    server = await startModelServer(() => turn);
    app = await startApp({ OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' });
  });
  afterEach(async () => {
    await app.close();
    await server.close();
  });

  const cancel = (runId: string, by = app): Promise<Answer> => by.post(`/api/react/runs/${runId}/cancel`, undefined);
  const firstRun = async (query = '', by = app): Promise<string> => {
    const look = async () => (await by.get(`/api/react/runs?limit=1${query}`)).body.items as { runId: string }[];
    return (await until(look, ({ length }) => length === 1))[0]!.runId;
  };
  const modelAsked = (count = 1): Promise<number> =>
    until(
      async () => server.calls.length,
      (calls) => calls >= count,
    );
  const resultOf = (answer: Answer): ReActResult => answer.body as unknown as ReActResult;

  it.each<[string, object]>([
    ['an ask', {}],
    ['a detached ask', { detached: true }],
  ])('%s that waits for its model is answered as cancelled, and the model call is closed', async (_, body) => {
    const asked = app.post('/api/react/ask', { question: 'x', ...body });
    const runId = await firstRun();
    await modelAsked();
    const began = Date.now();
    const answer = await cancel(runId);
    expect(Date.now() - began).toBeLessThan(2000);
    expect([answer.status, answer.body]).toMatchObject([200, { runId, status: 'cancelled', success: false }]);
    expect(answer.body).toMatchObject({ failureReason: 'cancelled', finalAnswer: null });
    expect([(await asked).status, (await asked).body]).toEqual([200, answer.body]);
    expect(await server.calls[0]!.hungUp).toBe(true);
    expect((await app.get(`/api/react/runs/${runId}`)).body).toEqual(answer.body);
  });

  it('a streamed ask in the middle of a reply: its reader and another one hear the end', async () => {
    turn = fallsSilent('text', 'Thought: I begin\nFinal Answer: half');
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    const asked = await fetch(`${app.url}/api/react/ask`, { method: 'POST', headers, body: '{"question":"x"}' });
    const own = readSse(asked.body!);
    const { runId } = (await own.next()).value!.data as { runId: string };
    const other = await fetch(`${app.url}/api/react/runs/${runId}/events`, {
      headers: { accept: 'text/event-stream' },
    });
    await modelAsked();
    expect((await cancel(runId)).status).toBe(200);
    const mine: string[] = [];
    for await (const { event } of own) mine.push(event);
    expect(mine.slice(-2)).toEqual(['run.finished', 'result']);
    const theirs = await collect(other);
    expect(theirs.at(-2)).toMatchObject({ event: 'run.finished', data: { outcome: { status: 'cancelled' } } });
    expect(theirs.at(-1)).toMatchObject({ event: 'result', data: { status: 'cancelled' } });
    expect(await server.calls[0]!.hungUp).toBe(true);
  });

  it('a queued run never asks its model', async () => {
    for (let count = 0; count < 17; count += 1) await app.post('/api/react/runs', { question: `number ${count}` });
    await modelAsked(16);
    const runId = await firstRun('&status=queued');
    expect(resultOf(await cancel(runId))).toMatchObject({ status: 'cancelled', question: 'number 16', steps: [] });
    const { items } = (await app.get('/api/react/runs?status=running&limit=100')).body as unknown as {
      items: ReActResult[];
    };
    const answers = await Promise.all(items.map((run) => cancel(run.runId)));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(server.calls).toHaveLength(16);
    expect(await Promise.all(server.calls.map(({ hungUp }) => hungUp))).toEqual(Array(16).fill(true));
  });

  it('a run in a tool: the tool is aborted, and its row says so', async () => {
    const search = await silentSearch();
    const own = await startApp({ OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted', SEARXNG_URL: search.url });
    turn = thinksThenActs('look it up', 'Search', 'weather');
    const started = await own.post('/api/react/runs', { question: 'x' });
    const { runId } = started.body as unknown as { runId: string };
    await search.asked;
    const answer = await cancel(runId, own);
    expect([answer.status, answer.body]).toMatchObject([200, { status: 'cancelled', totalSteps: 1 }]);
    expect(resultOf(answer).steps[0]).toMatchObject({ action: 'Search', ok: false });
    expect(resultOf(answer).steps[0]!.observation).toMatch(/cancel|取消/);
    await search.left;
    await own.close();
    search.server.closeAllConnections();
    search.server.close();
  });

  it('a run that waits for a person', async () => {
    const REACT_DATA_DIR = temporaryFolder();
    const runId = '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55';
    const store = await SqlStore.open(sqlite({ file: join(REACT_DATA_DIR, 'react.db') }));
    const facts = eventsOf(runId, aWaitingRun({ tenant: 'default', agent: 'bitmall', conversationId: 'waits' }));
    await store.append(facts, fold(facts));
    await store.close();
    const own = await startApp({ REACT_DATA_DIR });
    expect((await own.get(`/api/react/runs/${runId}`)).body).toMatchObject({ status: 'waiting' });
    const busy = await own.post('/api/react/ask', { question: 'x', conversationId: 'waits' });
    expect([busy.status, busy.body]).toMatchObject([409, { code: 'conversation_busy', runId }]);
    expect([(await cancel(runId, own)).status, (await cancel(runId, own)).status]).toEqual([200, 409]);
    expect((await own.post('/api/react/ask', { question: '计算 1+1', conversationId: 'waits' })).status).toBe(200);
    await own.close();
  });

  it('a run that had ended is 409, and an unknown one 404', async () => {
    turn = answers('42');
    const { runId } = await app.ask({ question: 'x' });
    const ended = await cancel(runId);
    expect([ended.status, ended.body]).toMatchObject([409, { code: 'run_ended', runId, title: 'Conflict' }]);
    expect(ended.headers.get('content-type')).toContain('application/problem+json');
    expect((await app.get(`/api/react/runs/${runId}`)).body.status).toBe('answered');
    for (const unknown of ['0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55', 'nope', "'%20OR%201=1--"]) {
      const answer = await cancel(unknown);
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'run_not_found' }]);
    }
  });

  it.each([
    ['a field', { reason: 'late' }, '#/reason'],
    ['a forged field', '{"__proto__":{}}', '#/__proto__'],
    ['a list', [], '#'],
  ])('a body with %s is 400 and cancels nothing; an empty one is as good as none', async (_, body, pointer) => {
    const asked = app.post('/api/react/ask', { question: 'x' });
    const runId = await firstRun();
    const path = `/api/react/runs/${runId}/cancel`;
    const refused = await app.post(path, body);
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'bad_request', errors: [{ pointer }] }]);
    expect((await app.get(`/api/react/runs/${runId}`)).body.status).toBe('running');
    expect((await app.post(path, {})).status).toBe(200);
    await asked;
  });

  it('ten at once: the run is cancelled once, and who comes too late is told so', async () => {
    const asked = app.post('/api/react/ask', { question: 'x' });
    const runId = await firstRun();
    const all = await Promise.all(Array.from({ length: 10 }, () => cancel(runId)));
    expect(all[0]!.status).toBe(200);
    expect(all.filter(({ status, body }) => status !== 200 && body.code !== 'run_ended')).toEqual([]);
    await asked;
    const events = (await app.get(`/api/react/runs/${runId}/events`)).body.items as { type: string }[];
    expect(events.filter(({ type }) => type === 'run.finished')).toHaveLength(1);
  });
});
