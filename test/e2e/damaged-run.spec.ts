import { join } from 'node:path';
import { sqlite } from '../../src/stores/dialects';
import type { StoreSchema } from '../../src/stores/schema';
import { SqlStore } from '../../src/stores/sql.store';
import { appendRun } from '../support/append-run';
import { aModelReplied, anAct, aRunStarted, aStepStarted, aToolStarted, aWaitingRun } from '../support/builders';
import { temporaryDirectory } from '../support/temporary-directory';
import { startApp, type RunningApp } from './start-app';
import { until } from './until';

const RUN_ID = '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55';
const FACTS = [
  aRunStarted({ tenant: 'default', conversationId: 'talk', question: '1+1' }),
  aStepStarted(1),
  aModelReplied(anAct({ id: 's1_call_0', name: 'Calculator', input: '1+1' })),
  aToolStarted('s1_call_0', { expression: '1+1' }),
];

describe('a run that was under way and cannot be read', () => {
  const dataDir = temporaryDirectory();
  let app: RunningApp | undefined;
  afterEach(() => app?.close());

  const path = `/api/react/runs/${RUN_ID}`;
  const listed = async (): Promise<unknown> => (await app?.get('/api/react/runs'))?.body.items[0];

  it.each([
    ['its first fact', 1],
    ['a fact in the middle', 2],
    ['its last fact', 4],
  ])('is ended by the next start, which the list tells, whether %s is damaged', async (_, seq) => {
    const REACT_DATA_DIR = join(dataDir, `fact-${seq}`);
    const seeded = await startApp({ REACT_DATA_DIR }); // makes the tables
    await seeded.close();
    const database = sqlite<StoreSchema>({ file: join(REACT_DATA_DIR, 'react.db') });
    const store = await SqlStore.open(database);
    await appendRun(store, RUN_ID, FACTS);
    await database.updateTable('run_events').set({ body: '{' }).where('seq', '=', seq).execute();
    await store.close();

    for (const start of ['the next start', 'the one after it']) {
      app = await startApp({ REACT_DATA_DIR });
      const status = await until(listed, (item) => (item as { status: string } | undefined)?.status === 'failed');
      expect([start, status]).toMatchObject([
        start,
        { runId: RUN_ID, status: 'failed', failureReason: 'run_damaged', question: '1+1', conversationId: 'talk' },
      ]);
      expect(await app.get(path)).toMatchObject({ status: 500, body: { code: 'run_damaged' } });
      const refused = { status: 409, code: 'run_damaged', runId: RUN_ID };
      expect(await app.post(`${path}/cancel`, {})).toMatchObject({ status: 409, body: refused });
      await app.close();
      app = undefined;
    }

    const reopened = await SqlStore.open(sqlite<StoreSchema>({ file: join(REACT_DATA_DIR, 'react.db') }));
    expect(await reopened.unfinished()).toEqual([]);
    expect(await reopened.forget({ tenant: 'default', conversationId: 'talk' })).toBe(1);
    await reopened.close();
  });

  it.each([1, 2, 3])(
    'takes no decision and is ended by a cancel, when fact %d of a run that waits is damaged',
    async (seq) => {
      const REACT_DATA_DIR = join(dataDir, `waiting-${seq}`);
      app = await startApp({ REACT_DATA_DIR });
      const database = sqlite<StoreSchema>({ file: join(REACT_DATA_DIR, 'react.db') });
      const store = await SqlStore.open(database);
      await appendRun(store, RUN_ID, aWaitingRun({ tenant: 'default', conversationId: 'talk' }));
      await database.updateTable('run_events').set({ body: '{' }).where('seq', '=', seq).execute();
      await store.close();
      const decided = await app.post(`${path}/approvals/s1_call_0`, { approved: true });
      expect([decided.status, decided.body]).toMatchObject([409, { code: 'run_damaged', runId: RUN_ID }]);
      expect(await listed()).toMatchObject({ status: 'waiting' });

      for (const attempt of ['first', 'second']) {
        const answer = await app.post(`${path}/cancel`, {});
        expect([attempt, answer.status, answer.body]).toMatchObject([
          attempt,
          409,
          { code: 'run_damaged', runId: RUN_ID },
        ]);
        expect(await listed()).toMatchObject({ status: 'failed', failureReason: 'run_damaged' });
      }
      const next = { question: '计算 6*7', conversationId: 'talk', agent: 'weather' };
      expect((await app.post('/api/react/ask', next)).status).toBe(200);
    },
  );
});
