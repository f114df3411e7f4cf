import { postgres } from '../../src/stores/dialects';
import { migrate } from '../../src/stores/migrate';
import { SqlStore } from '../../src/stores/sql.store';
import { describeEffects } from '../contracts/run-store-effects.contract';
import { describeRunStore } from '../contracts/run-store.contract';
import { asOwner, ownDatabase } from './database';

const database = ownDatabase();

beforeAll(async () => {
  const handle = postgres({ url: database.url() });
  await migrate(handle);
  await handle.destroy();
});

const openStore = async () => {
  const url = database.url();
  await emptyTables(url);
  const open = async () => new SqlStore(postgres({ url }));
  return { store: await open(), another: open };
};

describeRunStore('SqlStore on Postgres', openStore);

describe('SqlStore on Postgres as a ledger of effects', () => describeEffects(openStore));

/** Quicker than a database for each test. */
async function emptyTables(url: string): Promise<void> {
  await asOwner(url, async (client) => {
    const { rows } = await client.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public' and tablename not like 'store\\_migrations%'",
    );
    for (const { tablename } of rows) await client.query(`delete from ${tablename}`);
  });
}
