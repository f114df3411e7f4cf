import type { ReActResult } from '../../src/core/react-result';
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
import { startApp, type Answer, type RunningApp } from './start-app';
import { until } from './until';

describe('conversations over HTTP', () => {
  let turn: (call: number) => Turn;
  let server: ModelServer;
  let app: RunningApp;
  beforeEach(async () => {
    turn = (call) => answers(`answer ${call + 1}`);
    server = await startModelServer((_, call) => turn(call));
    app = await startApp({ OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' });
  });
  afterEach(async () => {
    await server.close();
    await app.close();
  });

  const talk = '/api/react/conversations/talk';
  const ask = (question: string, conversationId = 'talk'): Promise<Answer> =>
    app.post('/api/react/ask', { question, conversationId });
  const runIdOf = ({ body }: Answer): string => (body as unknown as { runId: string }).runId;
  const itemsOf = async (): Promise<ReActResult[]> => (await app.get(talk)).body.items;
  /** The messages of the last model call, without the system's and without what is added to the question. */
  const prompt = (): string[] => {
    const { messages } = server.calls.at(-1)!.body as { messages: { role: string; content: string }[] };
    return messages.slice(1).map(({ role, content }) => `${role}: ${content.split('\n')[0]}`);
  };

  it('has its runs oldest first, without their steps', async () => {
    turn = (call) => (call === 0 ? thinksThenActs('sum', 'Calculator', '6*7') : answers(`answer ${call}`));
    for (const question of ['one', 'two', 'three']) await ask(question);
    await ask('elsewhere', 'other');
    const { status, body } = await app.get(talk);
    expect([status, (body as unknown as { conversationId: string }).conversationId]).toEqual([200, 'talk']);
    const items = await itemsOf();
    expect(items.map(({ question, finalAnswer }) => [question, finalAnswer])).toEqual([
      ['one', 'answer 1'],
      ['two', 'answer 2'],
      ['three', 'answer 3'],
    ]);
    expect(items[0]).toMatchObject({ totalSteps: 1 });
    expect(items[0]).not.toHaveProperty('steps');
  });

  it('of twenty questions at once exactly one runs, and the others name it', async () => {
    let turnedAway = 0;
    let release = (): void => undefined;
    const othersKnow = new Promise<void>((resolve) => (release = resolve));
    turn = () => spelled(answers('the one'), { pauseUntil: () => othersKnow });
    const asked = Array.from({ length: 20 }, async (_, index) => {
      const answer = await ask(`question ${index}`);
      if (answer.status === 409 && ++turnedAway === 19) release();
      return answer;
    });
    const all = await Promise.all(asked);
    const [done, ...more] = all.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const refused = all.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    for (const { body } of refused) {
      expect(body).toMatchObject({ code: 'conversation_busy', runId: runIdOf(done!), retryable: true });
    }
    expect(await itemsOf()).toHaveLength(1);
    expect(server.calls).toHaveLength(1);
    expect((await ask('afterwards')).status).toBe(200);
  });

  it('is busy for every way to ask, whichever way the first one was asked', async () => {
    turn = () => fallsSilent('request');
    const ways: [string, string, object][] = [
      ['/api/react/ask', 'application/json', {}],
      ['/api/react/ask', 'text/event-stream', { detached: true }],
      ['/api/react/runs', 'application/json', {}],
    ];
    const post = ([path, accept, body]: (typeof ways)[number]): Promise<Response> =>
      fetch(`${app.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify({ question: 'x', conversationId: 'talk', ...body }),
      });
    for (const first of ways) {
      const begun = post(first);
      const open = async (): Promise<{ runId: string }[]> =>
        ((await itemsOf()) ?? []).filter(({ status }) => status === 'running');
      const [{ runId }] = (await until(open, ({ length }) => length === 1)) as [{ runId: string }];
      for (const second of ways) {
        const answer = await post(second);
        expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'conversation_busy', runId }]);
      }
      expect((await app.post(`/api/react/runs/${runId}/cancel`, undefined)).status).toBe(200);
      await (await begun).text();
    }
    expect(await itemsOf()).toHaveLength(3);
  });

  it('a queued run keeps it busy too', async () => {
    turn = () => fallsSilent('request');
    for (let count = 0; count < 16; count += 1) await app.post('/api/react/runs', { question: 'x' });
    const queued = await app.post('/api/react/runs', { question: 'x', conversationId: 'talk' });
    const refused = await ask('meanwhile');
    expect([refused.status, refused.body]).toMatchObject([409, { runId: runIdOf(queued) }]);
    expect((await app.delete(talk)).status).toBe(409);
    await app.post(`/api/react/runs/${runIdOf(queued)}/cancel`, undefined);
    const { items } = (await app.get('/api/react/runs?status=running&limit=100')).body as unknown as {
      items: ReActResult[];
    };
    await Promise.all(items.map(({ runId }) => app.post(`/api/react/runs/${runId}/cancel`, undefined)));
    turn = () => answers('well');
    expect((await ask('now')).body).toMatchObject({ finalAnswer: 'well' });
  });

  it('a new run starts with the answered questions before it; a cancelled or failed one leaves no trace', async () => {
    await ask('one');
    turn = () => refuses(401);
    expect((await ask('refused')).status).toBe(502);
    turn = () => fallsSilent('text', 'Thought: I\nAction: Calcu');
    const cut = ask('given up');
    const [open] = (await until(
      async () => (await itemsOf()).filter(({ status }) => status === 'running'),
      ({ length }) => length === 1,
    )) as [ReActResult];
    await app.post(`/api/react/runs/${open.runId}/cancel`, undefined);
    await cut;
    turn = (call) => answers(`answer ${call + 1}`);
    const last = await ask('two');
    expect(last.status).toBe(200);
    expect(prompt()).toEqual(['user: one', 'assistant: answer 1', 'user: two']);
    const [started] = (await app.get(`/api/react/runs/${runIdOf(last)}/events`)).body.items as { history: object[] }[];
    expect(started!.history).toEqual([
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'answer 1' },
    ]);
  });

  it('an answer that a limit forced is part of it; so is only what fits into 4,000 tokens', async () => {
    turn = () => answers('the long answer'.padEnd(1990, '长'));
    for (const question of ['long', 'longer']) await ask(question);
    const steps = [thinksThenActs('sum', 'Calculator', '6*7'), answers('forced')];
    turn = () => steps.shift()!;
    const limited = { question: 'limited', conversationId: 'talk', limits: { maxSteps: 1 } };
    expect(await app.ask(limited)).toMatchObject({ status: 'stopped', failureReason: 'step_limit' });
    turn = () => answers('as long'.padEnd(1990, '长'));
    await ask('last');
    turn = () => answers('well');
    await ask('now');
    expect(prompt()).toEqual([
      'user: longer',
      expect.stringMatching(/^assistant: the long/),
      'user: limited',
      'assistant: forced',
      'user: last',
      expect.stringMatching(/^assistant: as long/),
      'user: now',
    ]);
  });

  it('can be forgotten, with its runs and their events', async () => {
    const first = await ask('one');
    await ask('two');
    const other = await ask('elsewhere', 'other');
    const forgotten = await app.delete(talk);
    expect([forgotten.status, forgotten.text]).toEqual([204, '']);
    for (const path of [talk, `/api/react/runs/${runIdOf(first)}`, `/api/react/runs/${runIdOf(first)}/events`]) {
      expect((await app.get(path)).status).toBe(404);
    }
    expect((await app.get('/api/react/runs')).body.items).toMatchObject([{ runId: runIdOf(other) }]);
    expect((await app.delete(talk)).body).toMatchObject({ status: 404, code: 'conversation_not_found' });
    await ask('anew');
    expect(prompt()).toEqual(['user: anew']);
  });

  it('is not forgotten when the request says more than which one', async () => {
    await ask('one');
    const response = await fetch(`${app.url}${talk}`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: '{"except":"one"}',
    });
    expect(response.status).toBe(400);
    expect(await itemsOf()).toHaveLength(1);
  });

  it('is not forgotten while one of its runs goes on', async () => {
    await ask('one');
    turn = () => fallsSilent('request');
    const asked = ask('two');
    const [open] = (await until(
      async () => (await itemsOf()).filter(({ status }) => status === 'running'),
      ({ length }) => length === 1,
    )) as [ReActResult];
    const refused = await app.delete(talk);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'conversation_busy', runId: open.runId }]);
    expect(await itemsOf()).toHaveLength(2);
    await app.post(`/api/react/runs/${open.runId}/cancel`, undefined);
    await asked;
    expect((await app.delete(talk)).status).toBe(204);
  });

  it.each(['nobody', '..%2f..%2fetc', "x')%20OR%201=1--", '%00', 'x'.repeat(65)])('%s is 404', async (id) => {
    for (const answer of [
      await app.get(`/api/react/conversations/${id}`),
      await app.delete(`/api/react/conversations/${id}`),
    ]) {
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'conversation_not_found' }]);
    }
  });
});
