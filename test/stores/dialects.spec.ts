import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import Libsql from 'libsql';
import { sqlite } from '../../src/stores/dialects';
import { temporaryDirectory } from '../support/temporary-directory';

interface Values {
  values: { a: unknown };
}

describe('sqlite', () => {
  const directory = temporaryDirectory();
  let files = 0;
  const opened: Kysely<Values>[] = [];
  const open = (file = join(directory, `${++files}.db`)) => {
    const database = sqlite<Values>({ file });
    opened.push(database);
    return database;
  };
  const withTable = async (database: Kysely<Values>) => {
    await database.schema.createTable('values').addColumn('a', 'text').execute();
    return database;
  };
  afterEach(() => Promise.all(opened.splice(0).map((database) => database.destroy())));

  it('opens a file whose folder does not exist yet, with the first query', async () => {
    const file = join(directory, 'new', 'folder', 'app.db');
    const database = open(file);
    expect(existsSync(file)).toBe(false);

    await sql`select 1`.execute(database);

    expect(existsSync(file)).toBe(true);
  });

  it.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
  ])('sets %s', async (pragma, value) => {
    const { rows } = await sql.raw(`PRAGMA ${pragma}`).execute(open());

    expect(rows).toEqual([{ [pragma]: value }]);
  });

  it('stores booleans as 0 and 1', async () => {
    const database = await withTable(open());

    await database
      .insertInto('values')
      .values([{ a: true }, { a: false }, { a: null }])
      .execute();

    const rows = await database.selectFrom('values').selectAll().where('a', 'in', [true, false]).execute();
    expect(rows).toEqual([{ a: '1' }, { a: '0' }]);
  });

  it('streams rows while the same query runs again elsewhere', async () => {
    const database = await withTable(open());
    await database
      .insertInto('values')
      .values(['a', 'b', 'c'].map((a) => ({ a })))
      .execute();
    const all = database.selectFrom('values').selectAll();
    const seen: unknown[] = [];

    for await (const { a } of all.stream()) seen.push(a);

    expect(seen).toEqual(['a', 'b', 'c']);
    expect(await all.execute()).toHaveLength(3);
  });

  it('sees a column that was added after a query was prepared', async () => {
    const database = await withTable(open());
    await database.insertInto('values').values({ a: 'x' }).execute();
    const all = () => database.selectFrom('values').selectAll().execute();
    await all();

    await database.schema.alterTable('values').addColumn('b', 'text').execute();

    expect(await all()).toEqual([{ a: 'x', b: null }]);
  });

  it('rolls a transaction back when its function fails', async () => {
    const database = await withTable(open());

    const failing = database.transaction().execute(async (transaction) => {
      await transaction.insertInto('values').values({ a: 'x' }).execute();
      throw new Error('changed my mind');
    });

    await expect(failing).rejects.toThrow('changed my mind');
    expect(await database.selectFrom('values').selectAll().execute()).toEqual([]);
  });

  it('waits for the lock of another connection, and the event loop goes on meanwhile', async () => {
    const file = join(directory, 'locked.db');
    const holder = await withTable(open(file));
    const writer = open(file);
    let turns = 0;
    const timer = setInterval(() => turns++, 10);

    const held = holder.transaction().execute(() => new Promise((resolve) => setTimeout(resolve, 1000)));
    await writer.insertInto('values').values({ a: 'outside a transaction' }).execute();
    await held;
    await writer.transaction().execute((inner) => inner.insertInto('values').values({ a: 'inside' }).execute());
    clearInterval(timer);

    expect(await holder.selectFrom('values').selectAll().execute()).toHaveLength(2);
    expect(turns).toBeGreaterThan(20);
  });

  it('waits while another process that starts has a new file locked', async () => {
    const file = join(directory, 'starting.db');
    const other = new Libsql(file); // with a rollback journal, as a new file has
    other.exec('BEGIN EXCLUSIVE');
    setTimeout(() => other.exec('COMMIT'), 100);

    await expect(sql`select 1 as one`.execute(open(file))).resolves.toMatchObject({ rows: [{ one: 1 }] });
    other.close();
  });

  it('rejects when the file cannot be opened', async () => {
    const folder = join(directory, 'folder.db');
    mkdirSync(folder);

    await expect(sql`select 1`.execute(open(folder))).rejects.toThrow('Unable to open');
  });
});
