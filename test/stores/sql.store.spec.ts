import { join } from 'node:path';
import { sqlite } from '../../src/stores/dialects';
import { SqlStore } from '../../src/stores/sql.store';
import { describeEffects } from '../contracts/run-store-effects.contract';
import { describeRunStore } from '../contracts/run-store.contract';
import { temporaryDirectory } from '../support/temporary-directory';

const directory = temporaryDirectory();
let files = 0;

const openStore = async () => {
  const file = join(directory, `store-${++files}.db`);
  const open = () => SqlStore.open(sqlite({ file }));
  return { store: await open(), another: open };
};

describeRunStore('SqlStore on SQLite', openStore);

describe('SqlStore on SQLite as a ledger of effects', () => describeEffects(openStore));
