import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StoreError } from '../../src/core/errors';
import { fold } from '../../src/core/run';
import { postgres } from '../../src/stores/dialects';
import { SqlStore } from '../../src/stores/sql.store';
import { appendEvents, appendRun, readEvents } from '../support/append-run';
import { anAnsweredRun, aRunStarted, aStepStarted, eventsOf } from '../support/builders';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy';
import { addressOf, asOwner, ownDatabase, through } from './database';

const database = ownDatabase();
let store: SqlStore;
let proxy: FaultProxy;

beforeAll(async () => {
  proxy = await startFaultProxy(addressOf(database.url()));
  store = await SqlStore.open(postgres({ url: through(database.url(), proxy.host) }));
});
afterEach(() => proxy.heal());
afterAll(async () => {
  await store.close();
  await proxy.close();
});

const MOVED = [aRunStarted(), aStepStarted()];
const moved = (runId: string) => eventsOf(runId, MOVED).slice(1);

/** Ends every session of the database but its own. */
const endSessions = (): Promise<unknown> =>
  asOwner(database.url(), (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`),
  );

it('goes on after its idle connections were ended', async () => {
  await appendRun(store, 'idle', MOVED);
  await endSessions();
  await sleep(100); // the driver hears of it

  expect(await readEvents(store, 'acme', 'idle')).toHaveLength(2);
  await appendRun(store, 'idle-2', MOVED);
});

it('loses and doubles nothing while busy connections are ended', async () => {
  const runs = Array.from({ length: 12 }, (_, index) => `busy-${index}`);
  let isOver = false;
  const ending = (async () => {
    while (!isOver) {
      await endSessions();
      await sleep(30);
    }
  })();

  const results = await Promise.allSettled(runs.map((runId) => appendRun(store, runId, anAnsweredRun(), { size: 1 })));
  isOver = true;
  await ending;

  for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StoreError);
  for (const [index, runId] of runs.entries()) {
    const events = await readEvents(store, 'acme', runId);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1));
    if (results[index]?.status === 'fulfilled') expect(events).toEqual(eventsOf(runId, anAnsweredRun()));
  }
});

it('asks again what became of a commit whose answer was lost, and stores nothing twice', async () => {
  const run = await appendRun(store, 'unknown', [aRunStarted()]);
  proxy.loseAnswerTo('commit');

  await appendEvents(store, run, moved('unknown'));

  expect(await readEvents(store, 'acme', 'unknown')).toEqual(eventsOf('unknown', MOVED));
});

it('finds its own append also when the second attempt had to give up', async () => {
  const runs = await Promise.all(['waited', 'waited-too'].map((id) => appendRun(store, id, [aRunStarted()])));
  const rival = new Client({ connectionString: database.url() });
  await rival.connect();
  await rival.query('set idle_in_transaction_session_timeout = 0');
  proxy.loseAnswerTo('commit');
  const appending = runs.map((run) => appendEvents(store, run, moved(run.id))); // in one transaction
  await sleep(100); // committed, and its connection is still open
  await rival.query("begin; update runs set lapses = lapses where run_id = 'waited'");
  await sleep(4_600); // longer than a statement may wait for the row: each append is then tried alone
  await rival.query('commit');
  await rival.end();

  await Promise.all(appending);

  for (const id of ['waited', 'waited-too']) expect(await readEvents(store, 'acme', id)).toEqual(eventsOf(id, MOVED));
});

it('starts a run once when the answer to its first commit was lost', async () => {
  proxy.loseAnswerTo('commit');

  await appendRun(store, 'unknown-start', MOVED);

  expect(await readEvents(store, 'acme', 'unknown-start')).toHaveLength(2);
});

it('goes on at once when connections are reset, and when the network is slow', async () => {
  proxy.delay(50);
  const appending = appendRun(store, 'reset', anAnsweredRun(), { size: 2 });
  await sleep(200);
  proxy.reset();
  await appending;

  expect(await readEvents(store, 'acme', 'reset')).toEqual(eventsOf('reset', anAnsweredRun()));
});

it('says within ten seconds that nobody answers, and goes on within five once somebody does', async () => {
  const run = await appendRun(store, 'hole', [aRunStarted()]);
  proxy.blackHole();
  const from = performance.now();
  const lasted = async (work: Promise<unknown>): Promise<number> => {
    await expect(work).rejects.toThrow(StoreError);
    return performance.now() - from;
  };

  const waits = await Promise.all([
    lasted(appendEvents(store, run, moved('hole'))),
    lasted(readEvents(store, 'acme', 'hole')),
    lasted(store.ping()),
  ]);
  expect(Math.max(...waits)).toBeLessThan(10_000);

  proxy.heal();
  const healedAt = performance.now();
  await appendRun(store, 'healed', MOVED);
  await appendEvents(store, run, moved('hole'));
  expect(performance.now() - healedAt).toBeLessThan(5_000);
  expect(await readEvents(store, 'acme', 'hole')).toHaveLength(2);
});

it('tries again after a deadlock', async () => {
  const runs = await Promise.all(['lock-a', 'lock-b'].map((id) => appendRun(store, id, [aRunStarted()])));
  const rival = new Client({ connectionString: database.url() });
  await rival.connect();
  await rival.query("set deadlock_timeout = '50s'"); // so that it is not the one that gives way
  await rival.query("begin; update runs set lapses = lapses where run_id = 'lock-b'");

  const appends = runs.map((run) => appendEvents(store, run, moved(run.id))); // one transaction: a, then b
  await sleep(300);
  await rival.query("update runs set lapses = lapses where run_id = 'lock-a'");
  await rival.query('commit');
  await rival.end();
  await Promise.all(appends);

  for (const id of ['lock-a', 'lock-b']) expect(await readEvents(store, 'acme', id)).toHaveLength(2);
});

it('tries again when what it deletes was changed meanwhile', async () => {
  const talk = { tenant: 'acme', conversationId: 'c-1' };
  await appendRun(store, 'forgotten', anAnsweredRun(talk));
  const rival = new Client({ connectionString: database.url() });
  await rival.connect();
  await rival.query("begin; update runs set lapses = lapses where run_id = 'forgotten'");
  const forgetting = store.forget(talk);
  await sleep(300);
  await rival.query('commit');
  await rival.end();

  expect(await forgetting).toBe(1);
});

it('keeps a run that starts while its conversation is forgotten', async () => {
  const talk = { tenant: 'acme', conversationId: 'c-2' };
  await appendRun(store, 'old', anAnsweredRun(talk));

  const [, started] = await Promise.allSettled([store.forget(talk), appendRun(store, 'new', MOVED)]);

  expect(started.status).toBe('fulfilled');
  expect(fold(await readEvents(store, 'acme', 'new')).seq).toBe(2);
});
