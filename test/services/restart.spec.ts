import { setTimeout as sleep } from 'node:timers/promises';
import type { RunEvent } from '../../src/core/run-event';
import { startApp, type RunningApp } from '../e2e/start-app';
import { startPostgres, type PrivatePostgres } from './private-postgres';

const RUNS = 40;
const RESTARTS = 3;

describe('a Postgres that restarts, as in a crash, while runs go on', () => {
  let postgres: PrivatePostgres;
  let app: RunningApp;
  beforeAll(async () => {
    postgres = await startPostgres();
    app = await startApp({ DATABASE_URL: postgres.url, REACT_CLOCK: '2026-06-30T19:05:23+08:00' });
  });
  afterAll(async () => {
    await app.close();
    await postgres.stop();
  });

  const eventsOf = async (runId: string): Promise<RunEvent[]> =>
    (await app.get(`/api/react/runs/${runId}/events`)).body.items;

  it('loses no run that was accepted, doubles no fact, and ends them all', async () => {
    const accepted: string[] = [];
    const refused: number[] = [];
    const posting = (async () => {
      for (let count = 0; count < RUNS; count += 1) {
        const question = { agent: 'weather', question: '上海今天和明天温差多少？' };
        const { status, body } = await app.post('/api/react/runs', question);
        if (status === 202) accepted.push(String(body.runId));
        else refused.push(status);
        await sleep(50);
      }
    })();
    for (let count = 0; count < RESTARTS; count += 1) {
      await sleep(400);
      await postgres.restart();
    }
    await posting;

    expect(new Set(refused.filter((status) => status !== 503))).toEqual(new Set());
    expect(accepted.length).toBeGreaterThan(0);
    const open = new Set(accepted);
    for (const giveUpAt = Date.now() + 50_000; open.size > 0 && Date.now() < giveUpAt; await sleep(250)) {
      for (const runId of open) if ((await eventsOf(runId)).at(-1)?.type === 'run.finished') open.delete(runId);
    }
    expect([...open]).toEqual([]);
    for (const runId of accepted) {
      const events = await eventsOf(runId);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(events.filter(({ type }) => type === 'run.finished')).toMatchObject([{ outcome: { status: 'answered' } }]);
      const calls = events.flatMap((event) => (event.type === 'tool.finished' ? [event.callId] : []));
      expect(new Set(calls).size).toBe(calls.length);
    }
    expect((await app.get('/health/ready')).status).toBe(200);
  });
});
