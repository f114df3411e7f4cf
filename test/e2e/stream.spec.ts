import type { ServerResponse } from 'node:http';
import {
  answers,
  fallsSilent,
  refuses,
  spelled,
  startModelServer,
  thinksThenActs,
  type ModelServer,
  type Turn,
} from '../../src/testing';
import { ReActAgentService } from '../../src/agent/react-agent.service';
import { randomNumbers } from '../protocols/random';
import { collect, readSse, type SseEvent } from './event-stream';
import { startApp, type RunningApp } from './start-app';

const ANSWER = '两个数的和是 42，没有余数。\nFinal Answer: quoted, and event: forged\n\ndata: {}';

const play = (): Turn[] => [
  spelled(thinksThenActs('add them', 'Calculator', '40+2'), { pieceChars: 3, sliceBytes: 7 }),
  spelled(answers(ANSWER, 'done'), { pieceChars: 2, pauseMs: 2 }),
];

describe('a run as a stream', () => {
  let turns: Turn[] = [];
  let server: ModelServer;
  let app: RunningApp;
  beforeAll(async () => {
    server = await startModelServer(() => turns.shift());
    app = await startApp({ OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted', REACT_MODEL_TIMEOUT_MS: '3000' });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const ask = (body: object, signal?: AbortSignal): Promise<Response> =>
    fetch(`${app.url}/api/react/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ question: 'sum?', ...body }),
      ...(signal && { signal }),
    });
  const follow = (runId: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${app.url}/api/react/runs/${runId}/events`, { headers: { accept: 'text/event-stream', ...headers } });
  const facts = (events: SseEvent[]): SseEvent[] => events.filter(({ id }) => id !== undefined);
  const statusOf = async (runId: string): Promise<unknown> => (await app.get(`/api/react/runs/${runId}`)).body.status;
  const until = async (look: () => Promise<unknown>, wanted: unknown): Promise<unknown> => {
    for (let tries = 0; tries < 100 && (await look()) !== wanted; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return look();
  };

  it('tells each fact with its number, previews without one, and ends with the result', async () => {
    turns = play();
    const response = await ask({});
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('no-cache');
    const events = await collect(response);
    expect(facts(events).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(facts(events).map(({ event }) => event)).toEqual([
      ...['run.started', 'step.started', 'model.replied', 'tool.started', 'tool.finished'],
      ...['step.started', 'model.replied', 'run.finished'],
    ]);
    expect(events.at(-1)).toMatchObject({
      event: 'result',
      data: { status: 'answered', finalAnswer: ANSWER, totalSteps: 1 },
    });
    const { runId } = events[0]!.data as { runId: string };
    const stored = (await app.get(`/api/react/runs/${runId}/events`)).body.items;
    expect(facts(events).map(({ data }) => data)).toEqual(stored);
  });

  it('shows the answer while it is written, never an action, and no line that text forged', async () => {
    turns = play();
    const events = await collect(await ask({}));
    const previews = events.filter(({ event }) => event === 'text.delta');
    const told = (channel: string): string =>
      previews.flatMap(({ data }) => (data.channel === channel ? [data.text as string] : [])).join('');
    expect(told('answer').trim()).toBe(ANSWER);
    expect(previews.filter(({ data }) => data.channel === 'answer').length).toBeGreaterThan(3);
    expect(told('thought') + told('answer')).not.toContain('40+2');
    const firstAnswer = events.findIndex(({ data }) => data.channel === 'answer');
    const lastReply = events.findLastIndex(({ event }) => event === 'model.replied');
    expect(firstAnswer).toBeLessThan(lastReply);
    expect(new Set(events.map(({ event }) => event)).has('forged')).toBe(false);
  });

  it('cut at any event and resumed, the joined stream equals the uncut one', async () => {
    turns = play();
    const whole = await collect(await ask({}));
    const { runId } = whole[0]!.data as { runId: string };
    const random = randomNumbers(7);
    for (let cut = 0; cut < 50; cut += 1) {
      const joined: SseEvent[] = [];
      for (;;) {
        const last = joined.at(-1)?.id;
        const response = await follow(runId, last === undefined ? {} : { 'last-event-id': String(last) });
        if (response.status === 204) break;
        joined.push(...facts(await collect(response, 1 + random(5))));
      }
      expect(joined).toEqual(facts(whole));
    }
  });

  it('a reader that joins while the run goes on misses nothing, and leaves without ending it', async () => {
    const [first, ...rest] = play();
    turns = [first!, spelled(rest[0] as never, { pieceChars: 1, pauseMs: 10 })];
    const asked = await ask({ detached: true });
    const own = readSse(asked.body!);
    const { runId } = (await own.next()).value!.data as { runId: string };
    const second = await collect(await follow(runId), 3);
    expect(facts(second)[0]).toMatchObject({ id: 1, event: 'run.started' });
    await own.return(undefined); // leaves; the run is detached
    const all = await collect(await follow(runId));
    expect(facts(all).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(all.at(-1)).toMatchObject({ event: 'result', data: { status: 'answered' } });
  });

  it('a client that leaves its own ask cancels the run and the model call', async () => {
    turns = [fallsSilent('text')];
    const controller = new AbortController();
    const events = readSse((await ask({}, controller.signal)).body!);
    const { runId } = (await events.next()).value!.data as { runId: string };
    controller.abort();
    expect(await until(() => statusOf(runId), 'cancelled')).toBe('cancelled');
    expect(await server.calls.at(-1)!.hungUp).toBe(true);
  });

  it('a model that fails is told by events and the result, after the headers', async () => {
    turns = [refuses(401)];
    const response = await ask({});
    expect(response.status).toBe(200);
    const events = await collect(response);
    expect(events.at(-2)).toMatchObject({
      event: 'run.finished',
      data: { outcome: { status: 'failed', code: 'model_failed' } },
    });
    expect(events.at(-1)).toMatchObject({ event: 'result', data: { status: 'failed', failureReason: 'model_failed' } });
  });

  it('a bad request is a problem before the stream begins', async () => {
    const response = await ask({ question: ' ' });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });

  it('of a finished run: 204 after its last event, the rest before it', async () => {
    turns = play();
    const events = await collect(await ask({}));
    const { runId } = events[0]!.data as { runId: string };
    expect((await follow(runId, { 'last-event-id': '8' })).status).toBe(204);
    expect((await follow(runId, { 'last-event-id': '800' })).status).toBe(204);
    const rest = await collect(
      await fetch(`${app.url}/api/react/runs/${runId}/events?after=6`, { headers: { accept: 'text/event-stream' } }),
    );
    expect(rest.map(({ event }) => event)).toEqual(['model.replied', 'run.finished', 'result']);
    expect((await app.get(`/api/react/runs/${runId}/events?after=7`)).body.items).toMatchObject([{ seq: 8 }]);
  });

  it('a number that no event has yet is no way to miss the end', async () => {
    turns = [fallsSilent('text')];
    const { runId } = (await app.post('/api/react/runs', { question: 'sum?' })).body as unknown as { runId: string };
    expect(await until(() => statusOf(runId), 'running')).toBe('running');
    const response = await follow(runId, { 'last-event-id': '999' });
    await app.post(`/api/react/runs/${runId}/cancel`, {});
    expect((await collect(response)).map(({ event }) => event)).toEqual(['run.finished', 'result']);
  });

  it('a reply of a million bytes reaches its reader, live and later', async () => {
    const answer = '字'.repeat(340_000);
    turns = [spelled(answers(answer), { pieceChars: 4096 })];
    const live = await collect(await ask({}));
    expect(live.at(-1)).toMatchObject({ event: 'result', data: { finalAnswer: answer } });
    const { runId } = live[0]!.data as { runId: string };
    expect((await collect(await follow(runId))).at(-1)).toEqual(live.at(-1));
  });

  it('a reader that leaves before the stream begins is not kept', async () => {
    turns = [fallsSilent('text')];
    const { runId } = (await app.post('/api/react/runs', { question: 'sum?' })).body as unknown as { runId: string };
    const service = app.app.get(ReActAgentService);
    const following = jest.spyOn(service, 'follow');
    const leaving = new AbortController();
    const stored = service.events.bind(service);
    const closed = new Promise((resolve) => {
      app.app.getHttpServer().once('request', (_: unknown, response: ServerResponse) => response.on('close', resolve));
    });
    jest.spyOn(service, 'events').mockImplementationOnce(async (...given) => {
      leaving.abort();
      await closed;
      return stored(...given);
    });
    const headers = { accept: 'text/event-stream' };
    const url = `${app.url}/api/react/runs/${runId}/events`;
    await expect(fetch(url, { headers, signal: leaving.signal })).rejects.toThrow();
    await closed;
    await until(() => Promise.resolve(following.mock.calls.length), 1);
    expect(following.mock.calls[0]![1].aborted).toBe(true);
    following.mockRestore();
    await app.post(`/api/react/runs/${runId}/cancel`, {});
  });

  it.each(['-1', 'x', '1e3', '0x3', ''])('?after=%s is 400', async (after) => {
    turns = play();
    const { runId } = await app.ask({ question: 'sum?' });
    expect((await app.get(`/api/react/runs/${runId}/events?after=${after}`)).status).toBe(400);
  });

  it.each([['-1'], ['x'], ['1e3']])('Last-Event-ID %s is 400', async (id) => {
    turns = play();
    const { runId } = await app.ask({ question: 'sum?' });
    expect((await follow(runId, { 'last-event-id': id })).status).toBe(400);
  });

  it('of an unknown run: 404', async () => {
    expect((await follow('0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55')).status).toBe(404);
  });
});
