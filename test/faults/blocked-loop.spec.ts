import { join } from 'node:path';
import { postgres } from '../../src/stores/dialects';
import { ownDatabase } from '../services/database';
import { temporaryDirectory } from '../support/temporary-directory';
import { Client } from './client';
import { figures } from './figures';
import { entriesIn } from './ledger/ledger-file';
import { Service } from './service';
import { factsOf, problemsOf, type TestDatabase } from './stored-runs';

const count = figures();
const own = ownDatabase();
const folder = temporaryDirectory();

it('a tool that blocks its process for longer than the lease has its effect once, and the run goes on elsewhere', async () => {
  const FAULTS_LEDGER = join(folder, 'ledger.jsonl');
  const variables = { DATABASE_URL: own.url(), FAULTS_LEASE_MS: '2000', FAULTS_LEDGER };
  const blocked = await Service.start(count, variables);
  const other = await Service.start(count, variables);
  const database: TestDatabase = postgres({ url: own.url() });

  const asking = new Client(count, () => [blocked.url]);
  const runId = await asking.start({ agent: 'ledger', question: 'payBlocked alice' }, 'blocked');
  const result = await new Client(count, () => [other.url]).drive(runId);
  expect(result).toMatchObject({ status: 'answered', steps: [{ action: 'payBlocked', ok: false }] });

  // the one that was blocked comes back late, and is refused
  expect(await asking.drive(runId)).toEqual(result);
  expect(problemsOf(await factsOf(database, runId), result!)).toEqual([]);
  const entries = entriesIn(FAULTS_LEDGER);
  count.effects += entries.length;
  count.doubled += entries.length - 1;
  expect(entries).toHaveLength(1);
  await Promise.all([blocked.stop(), other.stop()]);
  await database.destroy();
});
