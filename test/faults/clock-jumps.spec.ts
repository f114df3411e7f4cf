import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgres } from '../../src/stores/dialects';
import { ownDatabase } from '../services/database';
import { temporaryDirectory } from '../support/temporary-directory';
import { Client } from './client';
import { figures } from './figures';
import { entriesIn } from './ledger/ledger-file';
import { ORDER, QUESTION } from './refund';
import { Service } from './service';
import { factsOf, problemsOf, refundsOf, type TestDatabase } from './stored-runs';

const count = figures();
const own = ownDatabase();
const folder = temporaryDirectory();

const HOUR_MS = 3_600_000;
/** Its tool takes three of them, so that the other process looks often for runs that nobody holds. */
const SHORT_LEASE_MS = 2000;
const UNTIL_PAID_MS = 1500;

let database: TestDatabase;
beforeAll(() => {
  database = postgres({ url: own.url() });
});
afterAll(() => database.destroy());

/** The wall clock of the process is mocked: Node reads it by `Date` alone, and a jump leaves its monotonic clock as it is. */
describe.each([
  ['a day ahead', 24 * HOUR_MS],
  ['an hour back', -HOUR_MS],
])('a clock of one process that jumps %s', (_, jumpMs) => {
  const FAULTS_LEDGER = join(folder, `ledger${jumpMs}.jsonl`);
  let right: Service;
  let wrong: Service;
  const atRight = new Client(count, () => [right.url]);
  const atWrong = new Client(count, () => [wrong.url]);

  const start = (variables: Record<string, string> = {}): Promise<Service> =>
    Service.start(count, {
      DATABASE_URL: own.url(),
      FAULTS_LEASE_MS: String(SHORT_LEASE_MS),
      FAULTS_LEDGER,
      REACT_APPROVAL_TTL_MS: String(HOUR_MS / 2),
      ...variables,
    });
  beforeAll(async () => {
    right = await start();
    wrong = await start();
  });
  afterAll(() => Promise.all([right.stop(), wrong.stop()]));

  const isPaidOnce = async (runId: string, client: Client): Promise<void> => {
    expect(await client.drive(runId)).toMatchObject({ status: 'answered' }); // approves
    const refunds = await refundsOf(database, ORDER);
    count.effects += refunds.length;
    count.doubled += Math.max(0, refunds.length - 1);
    expect(refunds.map(({ idempotency_key }) => idempotency_key)).toEqual([expect.stringContaining(runId)]);
    await database.deleteFrom('bitmall_refunds').execute();
  };

  it('neither takes its run away nor expires an approval early', async () => {
    const runs = await Promise.all([
      atRight.start({ agent: 'ledger', question: 'paySlow alice' }, `right${jumpMs}`),
      atWrong.start({ agent: 'ledger', question: 'paySlow bob' }, `wrong${jumpMs}`),
    ]);
    await sleep(UNTIL_PAID_MS);
    await wrong.shiftClock(jumpMs);
    for (const [index, client] of [atRight, atWrong].entries()) {
      const result = await client.drive(runs[index]!);
      expect(result).toMatchObject({ status: 'answered', steps: [{ action: 'paySlow', ok: true }] });
      const facts = await factsOf(database, runs[index]!);
      expect(problemsOf(facts, result!)).toEqual([]);
      expect(facts.filter(({ resumed }) => resumed)).toEqual([]); // nobody has taken it up
    }
    const accounts = entriesIn(FAULTS_LEDGER).map(({ args }) => args.account);
    count.effects += accounts.length;
    count.doubled += accounts.length - new Set(accounts).size;
    expect(accounts.sort()).toEqual(['alice', 'bob']);

    const waiting = await atRight.ask(QUESTION, `asked-at-right${jumpMs}`);
    await wrong.stop();
    wrong = await start({ FAULTS_CLOCK_MS: String(jumpMs) }); // looks at once for what nobody decided in time
    await isPaidOnce(waiting, atWrong);
    await isPaidOnce(await atWrong.ask(QUESTION, `asked-at-wrong${jumpMs}`), atRight);
  });
});
