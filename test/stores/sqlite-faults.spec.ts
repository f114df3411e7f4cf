import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { StoreError } from '../../src/core/errors';
import { fold } from '../../src/core/run';
import { sqlite } from '../../src/stores/dialects';
import type { StoreSchema } from '../../src/stores/schema';
import { SqlStore } from '../../src/stores/sql.store';
import { appendRun, readEvents } from '../support/append-run';
import { anAnsweredRun, aRunStarted, eventsOf } from '../support/builders';
import { runChildScript } from '../support/child-script';
import { temporaryDirectory } from '../support/temporary-directory';

describe('SqlStore on SQLite, when something goes wrong', () => {
  const directory = temporaryDirectory();
  let files = 0;
  const opened: { close(): Promise<void> }[] = [];
  const open = async (file = join(directory, `fault-${++files}.db`)) => {
    const database = sqlite<StoreSchema>({ file });
    const store = await SqlStore.open(database);
    opened.push(store);
    return { store, database, file };
  };
  afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));

  it('has every acknowledged run after its process was killed', async () => {
    const file = join(directory, 'killed.db');
    const child = runChildScript('stores/append-until-killed.ts', file);
    const acknowledged: string[] = [];
    for await (const runId of child.lines) {
      acknowledged.push(runId);
      if (acknowledged.length === 200) child.end();
    }
    expect(await child.ended).toBe('SIGKILL');

    const { store } = await open(file);

    expect(acknowledged.length).toBeGreaterThanOrEqual(200);
    for (const runId of acknowledged) expect(await readEvents(store, 'acme', runId)).toHaveLength(8);
    for (const { runId } of await store.unfinished()) fold(await readEvents(store, 'acme', runId)); // cut short, never torn
  });

  it('waits for a write lock that another connection holds', async () => {
    const { store, file } = await open();
    const other = sqlite({ file });
    const held = other.transaction().execute(() => new Promise((resolve) => setTimeout(resolve, 1000)));

    await Promise.all([1, 2, 3].map((index) => appendRun(store, `run-${index}`, anAnsweredRun())));

    expect((await store.list({ tenant: 'acme', limit: 10 })).items).toHaveLength(3);
    await held;
    await other.destroy();
  });

  it('gives up on a lock that lasts, for all waiting appends at once, and stores them when asked again', async () => {
    const { file } = await open();
    const impatient = await SqlStore.open(sqlite({ file, lockTimeoutMs: 100 }));
    opened.push(impatient);
    const other = sqlite({ file });
    let letGo: () => void = () => undefined;
    const held = other.transaction().execute(() => new Promise<void>((resolve) => (letGo = resolve)));
    const appendAll = () =>
      Promise.allSettled([1, 2, 3].map((index) => appendRun(impatient, `run-${index}`, anAnsweredRun())));

    const refused = await appendAll();
    letGo();
    await held;
    const stored = await appendAll();

    const fault = { code: 'store_failed', retryable: true, message: 'The store is locked by another process' };
    expect(refused).toMatchObject([{ reason: fault }, { reason: fault }, { reason: fault }]);
    expect(stored.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    await other.destroy();
  });

  it.each([
    ['no JSON', '{"runId":'],
    ['JSON that is no event', '[]'],
    ['null', 'null'],
    ['another run', JSON.stringify({ ...eventsOf('run-9', anAnsweredRun())[2] })],
    ['a type that is unknown', JSON.stringify({ ...eventsOf('run-1', anAnsweredRun())[2], type: '__proto__' })],
    ['an event without its payload', JSON.stringify({ runId: 'run-1', seq: 3, at: 1, type: 'model.replied' })],
    ['a second beginning', JSON.stringify({ ...eventsOf('run-1', anAnsweredRun())[0], seq: 3 })],
    ['a type tag of another framework', '{"lc":1,"type":"secret","id":["OPENAI_API_KEY"]}'],
  ])('fails only the run whose row holds %s', async (_, body) => {
    const { store, database } = await open();
    await appendRun(store, 'run-1', anAnsweredRun());
    await appendRun(store, 'run-2', anAnsweredRun());

    await database.updateTable('run_events').set({ body }).where('run_id', '=', 'run-1').where('seq', '=', 3).execute();

    await expect(readEvents(store, 'acme', 'run-1')).rejects.toMatchObject({
      code: 'run_damaged',
      retryable: false,
      message: 'Event 3 of run run-1 cannot be read: the stored row is damaged',
    });
    expect(await readEvents(store, 'acme', 'run-1', 3)).toHaveLength(5);
    expect(await readEvents(store, 'acme', 'run-2')).toHaveLength(8);
    expect((await store.list({ tenant: 'acme', limit: 10 })).items).toHaveLength(2);
  });

  it('notices an event that is missing', async () => {
    const { store, database } = await open();
    await appendRun(store, 'run-1', anAnsweredRun());

    await database.deleteFrom('run_events').where('run_id', '=', 'run-1').where('seq', '=', 2).execute();

    await expect(readEvents(store, 'acme', 'run-1')).rejects.toThrow('Event 2 of run run-1 cannot be read');
  });

  it('leaves a damaged summary out of the list and goes on to the next page', async () => {
    const { store, database } = await open();
    for (const id of ['run-1', 'run-2', 'run-3']) await appendRun(store, id, anAnsweredRun());
    await database.updateTable('runs').set({ summary: '{"bad' }).where('run_id', '=', 'run-2').execute();

    const first = await store.list({ tenant: 'acme', limit: 2 });
    const second = await store.list({ tenant: 'acme', limit: 2, cursor: first.nextCursor ?? '' });

    expect([...first.items, ...second.items].map(({ runId }) => runId)).toEqual(['run-3', 'run-1']);
  });

  it('stores the other appends of a group when one of them cannot be stored', async () => {
    const { store, database } = await open();
    const [stray] = eventsOf('run-2', [aRunStarted()]);
    await database
      .insertInto('run_events')
      .values({ run_id: 'run-2', seq: 1, at: 0, type: 'run.started', body: JSON.stringify(stray) })
      .execute(); // an event without its run: only damage from outside can leave it

    const results = await Promise.allSettled(
      ['run-1', 'run-2', 'run-3'].map((id) => appendRun(store, id, anAnsweredRun())),
    );

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: expect.any(StoreError) });
    expect(await readEvents(store, 'acme', 'run-3')).toHaveLength(8);
  });

  it('says that the store is full, keeps what it acknowledged, and goes on once there is room', async () => {
    const { store, database } = await open();
    await sql`PRAGMA max_page_count = 40`.execute(database);
    const stored: string[] = [];
    let fault: unknown;
    for (let index = 0; fault === undefined; index++) {
      const append = appendRun(store, `run-${index}`, anAnsweredRun());
      await append.then(
        () => stored.push(`run-${index}`),
        (error: unknown) => (fault = error),
      );
    }

    expect(fault).toEqual(new StoreError('The store is full: free disk space'));
    for (const runId of stored) expect(await readEvents(store, 'acme', runId)).toHaveLength(8);
    await sql`PRAGMA max_page_count = 100000`.execute(database);
    await appendRun(store, 'run-after', anAnsweredRun());
  });

  it('opens no file that is not a database, and tells no path', async () => {
    const file = join(directory, 'text.db');
    writeFileSync(file, 'no database '.repeat(500));

    await expect(SqlStore.open(sqlite({ file }))).rejects.toMatchObject({
      code: 'store_failed',
      message: 'The store is no database file',
    });
    await expect(SqlStore.open(sqlite({ file: directory }))).rejects.toMatchObject({
      code: 'store_failed',
      message: 'The store could not be migrated',
    });
  });

  it('stores appends that were under way when it was closed, and the file alone is then a whole copy', async () => {
    const { store, file } = await open();
    const append = appendRun(store, 'run-1', anAnsweredRun());
    await store.close();
    await append;
    copyFileSync(file, `${file}.copy`);

    const { store: copy } = await open(`${file}.copy`);

    expect(await readEvents(copy, 'acme', 'run-1')).toHaveLength(8);
  });
});
