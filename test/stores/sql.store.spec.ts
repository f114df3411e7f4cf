import { join } from 'node:path';
import { sqlite } from '../../src/stores/dialects';
import { SqlStore } from '../../src/stores/sql.store';
import { describeRunStore } from '../contracts/run-store.contract';
import { temporaryDirectory } from '../support/temporary-directory';

const directory = temporaryDirectory();
let files = 0;

describeRunStore('SqlStore on SQLite', async () => {
  const file = join(directory, `store-${++files}.db`);
  const open = () => SqlStore.open(sqlite({ file }));
  return { store: await open(), another: open };
});
