import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../protocols/random';
import { Client } from './client';
import type { Count } from './figures';
import { Fleet } from './fleet';
import { watchLeases } from './lease-watch';
import { endOf, stockOrders, tasks, type EndedTask } from './mixed-work';
import { problemsOfWork } from './problems-of-work';
import { resumedRuns, type TestDatabase } from './stored-runs';

const RUNS_IN_A_ROUND = 4;
/** Of the time that the runs of a round take when nobody kills: some have not begun at the kill, and some have ended. */
const LATEST_KILL = 1.5;
const LOOK_EVERY_MS = 20;

const SEED = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31));

interface Storm {
  readonly count: Count;
  readonly processes: number;
  readonly variables: Record<string, string>;
  /** File of the payments outside of the database. */
  readonly ledgerFile: string;
  readonly connect: () => TestDatabase;
  readonly kills: number;
  /**
   * Runs of earlier rounds that may still be open when a round begins. Where those that were cut off go on at once, many of them
   * would keep each other from getting on.
   */
  readonly mostOpen: number;
}

/** One round of runs for each kill, which comes at a random moment of it, and one round before in which nobody dies. */
export async function killAtRandom(storm: Storm): Promise<void> {
  const { count, kills, ledgerFile } = storm;
  process.stderr.write(`Random kills over ${storm.processes} processes: FAULTS_SEED=${SEED}\n`);
  const random = randomNumbers(SEED);
  const fleet = await Fleet.start(count, storm.processes, { ...storm.variables, FAULTS_LEDGER: ledgerFile });
  const database = storm.connect();
  const stopWatching = watchLeases(database, count);
  const all = tasks(RUNS_IN_A_ROUND * (kills + 1), random);
  await stockOrders(database, all);

  const ended = (await stormOver(all, fleet, storm, random)).filter((one) => one !== undefined);

  expect(await problemsOfWork(ended, { count, database, ledgerFile, failures: ['interrupted'] })).toEqual([]);
  expect(ended).toHaveLength(all.length);
  const answered = ended.filter(({ result }) => result.status === 'answered').length;
  const resumed = await resumedRuns(database);
  process.stderr.write(`${answered} of ${all.length} answered, ${resumed} cut off and taken up again\n`);
  expect(resumed).toBeGreaterThan(kills / 5); // else the kills came when nothing was under way
  await stopWatching();
  await fleet.stop();
  await database.destroy();
}

async function stormOver(
  all: readonly EndedTask['task'][],
  fleet: Fleet,
  { count, kills, mostOpen, processes }: Storm,
  random: (limit: number) => number,
): Promise<(EndedTask | undefined)[]> {
  const client = new Client(count, () => fleet.urls());
  const ending: Promise<EndedTask | undefined>[] = [];
  let open = 0;
  const begin = (round: number): void => {
    for (const task of all.slice(round * RUNS_IN_A_ROUND, (round + 1) * RUNS_IN_A_ROUND)) {
      open += 1;
      ending.push(endOf(task, client).finally(() => (open -= 1)));
    }
  };
  const from = performance.now();
  begin(0);
  await Promise.all(ending);
  const latestKillMs = Math.ceil(LATEST_KILL * (performance.now() - from));
  for (let kill = 1; kill <= kills; kill += 1) {
    while (open > mostOpen) await sleep(LOOK_EVERY_MS);
    begin(kill);
    await sleep(random(latestKillMs));
    await fleet.restart(random(processes));
  }
  return Promise.all(ending);
}
