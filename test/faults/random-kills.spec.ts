import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgres, sqlite } from '../../src/stores/dialects';
import { randomNumbers } from '../protocols/random';
import { ownDatabase } from '../services/database';
import { temporaryDirectory } from '../support/temporary-directory';
import { Client } from './client';
import { figures } from './figures';
import { Fleet } from './fleet';
import { endOf, stockOrders, tasks, type EndedTask } from './mixed-work';
import { problemsOfWork } from './problems-of-work';
import { resumedRuns, type TestDatabase } from './stored-runs';

const RUNS_IN_A_ROUND = 4;
/** Of the time that the runs of a round take when nobody kills: some have not begun at the kill, and some have ended. */
const LATEST_KILL = 1.5;
const LOOK_EVERY_MS = 20;

const SEED = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31));

const count = figures();
const own = ownDatabase();
const folder = temporaryDirectory();

interface Place {
  readonly variables: Record<string, string>;
  readonly connect: () => TestDatabase;
}

const onSqlite = (): Place => ({
  variables: { REACT_DATA_DIR: folder },
  connect: () => sqlite({ file: join(folder, 'react.db') }),
});
const onPostgres = (): Place => ({
  variables: { DATABASE_URL: own.url() },
  connect: () => postgres({ url: own.url() }),
});

it.each([
  // those that were cut off go on at once here, where they are many nobody gets on; there they wait for their lease to run out
  [50, 200, 'one process on SQLite', 1, RUNS_IN_A_ROUND, onSqlite],
  [25, 100, 'two processes on Postgres', 2, Infinity, onPostgres],
])(
  '%i kills at random moments over %i runs lose nothing and double nothing: %s',
  async (kills, runs, where, processes, mostOpen, placeOf) => {
    process.stderr.write(`Random kills, ${where}: FAULTS_SEED=${SEED}\n`);
    const random = randomNumbers(SEED);
    const FAULTS_LEDGER = join(folder, `ledger-${processes}.jsonl`);
    const { variables, connect } = placeOf();
    const fleet = await Fleet.start(count, processes, { ...variables, FAULTS_LEDGER });
    const database = connect();
    const all = tasks(RUNS_IN_A_ROUND + runs, random);
    await stockOrders(database, all);

    const client = new Client(count, () => fleet.urls());
    const ending: Promise<EndedTask | undefined>[] = [];
    let open = 0;
    const begin = (): void => {
      for (const task of all.splice(0, RUNS_IN_A_ROUND)) {
        open += 1;
        ending.push(endOf(task, client).finally(() => (open -= 1)));
      }
    };
    const from = performance.now();
    begin();
    await Promise.all(ending);
    const latestKillMs = Math.ceil(LATEST_KILL * (performance.now() - from));
    for (let kill = 0; kill < kills; kill += 1) {
      while (open > mostOpen) await sleep(LOOK_EVERY_MS);
      begin();
      await sleep(random(latestKillMs));
      await fleet.restart(random(processes));
    }
    const ended = (await Promise.all(ending)).filter((one) => one !== undefined);

    expect(
      await problemsOfWork(ended, {
        count,
        database,
        ledgerFile: FAULTS_LEDGER,
        failures: ['interrupted'],
      }),
    ).toEqual([]);
    expect(ended).toHaveLength(RUNS_IN_A_ROUND + runs);
    const answered = ended.filter(({ result }) => result.status === 'answered').length;
    const resumed = await resumedRuns(database);
    process.stderr.write(`${where}: ${answered} answered, ${resumed} of them cut off and taken up again\n`);
    expect(resumed).toBeGreaterThan(kills / 2); // else the kills came when nothing was under way
    await fleet.stop();
    await database.destroy();
  },
);
