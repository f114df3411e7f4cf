import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { toReActResult, type ReActResult } from '../../src/core/react-result';
import { fold } from '../../src/core/run';
import { sqlite } from '../../src/stores/dialects';
import type { StoreSchema } from '../../src/stores/schema';
import { SqlStore } from '../../src/stores/sql.store';
import { appendRun, readEvents } from '../support/append-run';
import { anAnsweredRun } from '../support/builders';
import { temporaryDirectory } from '../support/temporary-directory';

const versions = readdirSync(__dirname, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);
const read = (version: string, file: string): string => readFileSync(join(__dirname, version, file), 'utf8');

describe.each(versions)('a database that version %s wrote', (version) => {
  const directory = temporaryDirectory();
  const written = JSON.parse(read(version, 'results.json')) as ReActResult[];
  let store: SqlStore;

  beforeAll(async () => {
    const file = join(directory, 'react.db');
    const old = new Database(file);
    old.exec(read(version, 'database.sql'));
    old.close();
    store = await SqlStore.open(sqlite<StoreSchema>({ file }), { isOnlyProcess: true });
  });
  afterAll(() => store.close());

  it('lists the same runs in the same order', async () => {
    const { items } = await store.list({ tenant: 'default', limit: 100 });
    expect(items.map(({ runId }) => runId)).toEqual(written.map(({ runId }) => runId));
    expect(items.map(({ finalAnswer }) => finalAnswer)).toEqual(written.map(({ finalAnswer }) => finalAnswer));
  });

  it.each(written.map((result) => [result.question, result] as const))(
    'gives the same result of %j',
    async (_, result) => {
      expect(toReActResult(fold(await readEvents(store, 'default', result.runId)))).toMatchObject(result);
    },
  );

  it('takes new runs, and deletes old ones', async () => {
    const { conversationId } = written.find((result) => result.conversationId !== null)!;
    await appendRun(store, 'new', anAnsweredRun({ tenant: 'default', conversationId: conversationId! }));

    expect(await store.forget({ tenant: 'default', conversationId: conversationId! })).toBe(2);
    expect(await store.deleteExpired(Date.parse('2100-01-01'), 100)).toBe(written.length - 1);
  });
});
