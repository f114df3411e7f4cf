import { join } from 'node:path';
import { sql } from 'kysely';
import { sqlite } from '../../src/stores/dialects';
import { migrate } from '../../src/stores/migrate';
import { runChildScript } from '../support/child-script';
import { temporaryDirectory } from '../support/temporary-directory';

interface Migrations {
  store_migrations: { name: string; timestamp: string };
}

describe('migrations of the store', () => {
  const directory = temporaryDirectory();

  it('run once, however often the database is opened', async () => {
    const file = join(directory, 'twice.db');
    const records = async () => {
      const database = sqlite<Migrations>({ file });
      await migrate(database);
      await migrate(database);
      const rows = await database.selectFrom('store_migrations').selectAll().execute();
      await database.destroy();
      return rows;
    };

    const first = await records();

    expect(first.map(({ name }) => name)).toEqual([
      '0001_runs',
      '0002_store_checks',
      '0003_leases',
      '0004_effects',
      '0005_request_keys',
      '0006_run_ends',
    ]);
    expect(await records()).toEqual(first);
  });

  it('run once when several processes start at the same time', async () => {
    const file = join(directory, 'together.db');

    const children = Array.from({ length: 3 }, () => runChildScript('stores/migrate-once.ts', file));

    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  });

  it('wait for their turn when two handles start at the same time', async () => {
    const file = join(directory, 'handles.db');
    const databases = [sqlite({ file }), sqlite({ file })];

    await Promise.all(databases.map(migrate));

    await Promise.all(databases.map((database) => database.destroy()));
  });

  it('refuse a database that a newer version wrote', async () => {
    const database = sqlite<Migrations>({ file: join(directory, 'newer.db') });
    await migrate(database);
    await database.insertInto('store_migrations').values({ name: '9999_later', timestamp: '2030' }).execute();

    await expect(migrate(database)).rejects.toMatchObject({
      code: 'store_failed',
      message: 'The store was written by a newer version of this program',
    });
    await database.destroy();
  });

  it('keep nothing of a migration that fails, and name it', async () => {
    const database = sqlite({ file: join(directory, 'clash.db') });
    await sql`create table runs (mine text)`.execute(database);

    await expect(migrate(database)).rejects.toMatchObject({
      code: 'store_failed',
      message: 'Migration 0001_runs of the store failed',
    });

    const { rows } = await sql`select name from sqlite_master where name = 'run_events'`.execute(database);
    expect(rows).toEqual([]);
    await database.destroy();
  });
});
