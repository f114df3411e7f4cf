import { postgres } from '../../src/stores/dialects';
import { ownDatabase } from '../services/database';
import { Client } from './client';
import { figures } from './figures';
import { checkCommits, refundOnce } from './refund';
import { Service } from './service';
import type { TestDatabase } from './stored-runs';

const count = figures();
const own = ownDatabase();

/** A process that is slower than this loses its run to the other one, which is no fault; the same place is then tried again. */
const SHORT_LEASE_MS = '1000';
const MOST_TAKEN_AWAY = 20;

let database: TestDatabase;
/** The first is asked first, and dies; the second takes over, and is the next to die. */
let services: Service[] = [];
const client = new Client(count, () => services.filter(({ isAlive }) => isAlive).map(({ url }) => url));

const start = (variables: Record<string, string>): Promise<Service> =>
  Service.start(count, { DATABASE_URL: own.url(), ...variables });

async function startBoth(variables: Record<string, string> = {}): Promise<void> {
  services = [await start(variables)]; // the first one makes the tables
  services.push(await start(variables));
}

beforeAll(() => {
  database = postgres({ url: own.url() });
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()));
});
afterAll(() => database.destroy());

it.each(['before', 'after'] as const)(
  'a refund whose process is killed %s a commit is paid exactly once by the other one, wherever that was',
  async (when) => {
    await startBoth({ FAULTS_LEASE_MS: SHORT_LEASE_MS });
    let takenAway = 0;
    for (let at = 1; ;) {
      const [victim] = services as [Service];
      await victim.setPoint({ at, when });
      let next: Promise<Service> | undefined;
      const recover = async (): Promise<void> => void (next = start({ FAULTS_LEASE_MS: SHORT_LEASE_MS }));
      const key = `${when}-${at}-${takenAway}`;
      const { isDead, facts } = await refundOnce({ count, database, client }, key, victim, recover);
      if (isDead && next) {
        services = [services[1]!, await next];
        at += 1;
        continue;
      }
      const commits = await victim.committed();
      if (commits.includes('run.started') && commits.includes('run.finished')) {
        expect(at - 1).toBe(commits.length); // each of them was the end of a process
        return checkCommits(commits, facts);
      }
      takenAway += 1;
      expect(takenAway).toBeLessThan(MOST_TAKEN_AWAY);
    }
  },
);

it('a run whose process is killed is taken up by another one within 30 s, with the lease of production', async () => {
  await startBoth();
  const [victim, survivor] = services as [Service, Service];
  await victim.setPoint({ at: 6, when: 'after' });
  const nobody = async (): Promise<void> => undefined;
  const { isDead } = await refundOnce({ count, database, client }, 'default-lease', victim, nobody);
  expect(isDead).toBe(true);
  expect(survivor.isAlive).toBe(true);
});
