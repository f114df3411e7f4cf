import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, ownDatabase, through } from '../services/database';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy';
import { Client } from './client';
import { figures } from './figures';
import { Service } from './service';

const QUESTION = { agent: 'weather', question: '上海明天比今天低几度？' };
const SILENT_MS = 20_000;
const NOTICED_MS = 10_000;
const RECOVERED_MS = 5_000;

const count = figures();
const own = ownDatabase();
let proxy: FaultProxy;
let service: Service;
const client = new Client(count, () => [service.url]);

beforeAll(async () => {
  proxy = await startFaultProxy(addressOf(own.url()));
  service = await Service.start(count, { DATABASE_URL: through(own.url(), proxy.host), LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await service.stop();
  await proxy.close();
});

const statuses = async (): Promise<(number | undefined)[]> => {
  const answers = await Promise.all([
    client.send('GET', '/health/ready'),
    client.send('GET', '/api/react/runs'),
    client.send('POST', '/api/react/ask', QUESTION),
  ]);
  return answers.map((answer) => answer?.status);
};

describe('a database that takes everything and answers nothing', () => {
  it('is told by readiness and by routes within 10 s, and forgotten within 5 s of its end', async () => {
    expect(await statuses()).toEqual([200, 200, 200]);
    const started = await Promise.all(Array.from({ length: 5 }, (_, index) => client.start(QUESTION, `run-${index}`)));

    proxy.blackHole();
    const from = performance.now();
    expect(await statuses()).toEqual([503, 503, 503]);
    expect(performance.now() - from).toBeLessThan(NOTICED_MS);
    expect(await client.send('GET', '/health/live')).toMatchObject({ status: 200 });
    await sleep(SILENT_MS - (performance.now() - from));

    proxy.heal();
    const healedAt = performance.now();
    let seen = await statuses();
    while (seen.some((status) => status !== 200) && performance.now() - healedAt < RECOVERED_MS)
      seen = await statuses();
    expect(seen).toEqual([200, 200, 200]);
    expect(performance.now() - healedAt).toBeLessThan(RECOVERED_MS);

    for (const runId of started) expect(await client.drive(runId)).toMatchObject({ status: 'answered' });
    expect(count.deaths).toBe(0);
  });
});
