import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgres as handle } from '../../src/stores/dialects';
import { randomNumbers } from '../protocols/random';
import { startPostgres, type PrivatePostgres } from './private-postgres';
import { temporaryDirectory } from '../support/temporary-directory';
import { Client } from './client';
import { figures } from './figures';
import { Fleet } from './fleet';
import { endOf, stockOrders, tasks, type EndedTask } from './mixed-work';
import { problemsOfWork } from './problems-of-work';

const RUNS = 40;
const RESTARTS = 5;

const count = figures();
const folder = temporaryDirectory();
let server: PrivatePostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

it('a Postgres that restarts, as in a crash, while runs go on: none is lost, no effect doubled, no fact missing', async () => {
  const FAULTS_LEDGER = join(folder, 'ledger.jsonl');
  const fleet = await Fleet.start(count, 1, { DATABASE_URL: server.url, FAULTS_LEDGER });
  const stocking = handle({ url: server.url });
  const all = tasks(RUNS, randomNumbers(1));
  await stockOrders(stocking, all);
  await stocking.destroy();

  const client = new Client(count, () => fleet.urls());
  const ending: Promise<EndedTask | undefined>[] = [];
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const round = all.slice((restart * RUNS) / RESTARTS, ((restart + 1) * RUNS) / RESTARTS);
    ending.push(...round.map((task) => endOf(task, client)));
    await sleep(150);
    await server.restart();
  }
  const ended = (await Promise.all(ending)).filter((one) => one !== undefined);

  const database = handle({ url: server.url });
  expect(
    await problemsOfWork(ended, { count, database, ledgerFile: FAULTS_LEDGER, failures: ['store_failed'] }),
  ).toEqual([]);
  expect(ended).toHaveLength(RUNS);
  expect(await client.send('GET', '/health/ready')).toMatchObject({ status: 200 });
  expect(count.deaths).toBe(0); // it went on in the process that saw the database go
  await fleet.stop();
  await database.destroy();
});
