import { postgres } from '../../src/stores/dialects';
import { ownDatabase } from '../services/database';
import { Client } from './client';
import { figures } from './figures';
import { ORDER, QUESTION } from './refund';
import { Service } from './service';
import { factsOf, problemsOf, problemsOfEffect, refundsOf, type TestDatabase } from './stored-runs';

/** What a shutdown gives runs that go on; one that waits for a person is none of those. */
const WAIT_FOR_RUNS_MS = 10_000;

const count = figures();
const own = ownDatabase();
let database: TestDatabase;
let first: Service;
let second: Service;
let runId: string;
const atFirst = new Client(count, () => [first.url]);
const atSecond = new Client(count, () => [second.url]);

const start = (): Promise<Service> => Service.start(count, { DATABASE_URL: own.url() });
const seen = async (client: Client) => (await client.send('GET', `/api/react/runs/${runId}`))?.body;

beforeAll(async () => {
  [first, second] = [await start(), await start()];
  database = postgres({ url: own.url() });
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await database.destroy();
});

describe('a refund that waits for a person at one process', () => {
  beforeEach(async () => {
    await database.deleteFrom('bitmall_refunds').execute();
    runId = await atFirst.ask(QUESTION, expect.getState().currentTestName!);
    expect(await seen(atFirst)).toMatchObject({ status: 'waiting', pendingApprovals: [{ tool: 'applyRefund' }] });
  });

  const isPaidOnce = async (client: Client): Promise<void> => {
    const result = await client.drive(runId); // approves
    expect(result).toMatchObject({ status: 'answered' });
    const [refund, ...others] = await refundsOf(database, ORDER);
    count.effects += 1 + others.length;
    count.doubled += others.length;
    const facts = await factsOf(database, runId);
    expect(problemsOf(facts, result!)).toEqual([]);
    expect(problemsOfEffect(facts, refund!.idempotency_key)).toEqual([]);
    expect(others).toEqual([]);
  };

  it('is paid once when that is killed and another one is told of the approval', async () => {
    await first.endAtOnce();
    await isPaidOnce(atSecond);
    first = await start();
  });

  it('is paid once when all are killed and a new one is told of the approval', async () => {
    await Promise.all([first.endAtOnce(), second.endAtOnce()]);
    first = await start();
    await isPaidOnce(atFirst);
    second = await start();
  });

  it('keeps no shutdown, waits on afterwards, and is paid once', async () => {
    const from = performance.now();
    await first.stop(); // a death is counted unless it exits with 0
    expect(performance.now() - from).toBeLessThan(WAIT_FOR_RUNS_MS);
    expect(count.deaths).toBe(0);
    expect(await seen(atSecond)).toMatchObject({ status: 'waiting', pendingApprovals: [{ tool: 'applyRefund' }] });
    await isPaidOnce(atSecond);
    first = await start();
  });

  it('can be cancelled at another one, and then nobody can approve it', async () => {
    const [{ callId = '' } = {}] = (await seen(atFirst))?.pendingApprovals ?? [];
    const cancelled = await atSecond.send('POST', `/api/react/runs/${runId}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', pendingApprovals: [] } });

    const path = `/api/react/runs/${runId}/approvals/${callId}`;
    const late = await atFirst.send('POST', path, { approved: true });
    expect(late).toMatchObject({ status: 409, body: { code: 'run_ended' } });
    expect(await refundsOf(database, ORDER)).toEqual([]);
    const facts = await factsOf(database, runId);
    expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, index) => index + 1));
    expect(facts.at(-1)).toMatchObject({ type: 'run.finished', outcome: { status: 'cancelled' } });
  });
});
