import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client';
import { figures } from './figures';
import { Service } from './service';

const QUESTION = { agent: 'weather', question: '上海明天比今天低几度？' };
/** Left free when the disk is nearly full: room for some runs. */
const LEFT_BYTES = 600_000;
const MOST_RUNS = 500;

const count = figures();
const disk = mkdtempSync(join(tmpdir(), 'nest-react-agent-disk-'));
const ballast = join(disk, 'ballast');

beforeAll(() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'pipe' });
  } catch (error) {
    throw new Error('This test mounts a disk of 8 MB, for which it has to run as root on Linux', { cause: error });
  }
});
afterAll(() => {
  execFileSync('umount', [disk]);
  rmdirSync(disk);
});

it('a full disk refuses runs with 503, loses none that was acknowledged, and takes runs again once there is room', async () => {
  const service = await Service.start(count, { REACT_DATA_DIR: disk, LOG_LEVEL: 'silent' });
  const client = new Client(count, () => [service.url]);
  const ready = async (): Promise<number | undefined> => (await client.send('GET', '/health/ready'))?.status;
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES)));

  const acknowledged: string[] = [];
  let refused: Awaited<ReturnType<Client['send']>>;
  while (!refused && acknowledged.length < MOST_RUNS) {
    const answer = await client.send('POST', '/api/react/runs', QUESTION);
    if (answer?.status === 202) acknowledged.push(answer.body.runId!);
    else if (answer?.body !== undefined && !('code' in answer.body && answer.body.code === 'overloaded'))
      refused = answer;
    else await sleep(20); // too many wait: they have to end, or to fail, first
  }
  expect(refused).toMatchObject({
    status: 503,
    body: { code: 'store_failed', detail: expect.stringContaining('full') },
  });
  expect(await ready()).toBe(503);

  rmSync(ballast);
  count.acknowledged += acknowledged.length;
  const ended = await Promise.all(acknowledged.map((runId) => client.drive(runId)));
  for (const run of ended) expect(run).toMatchObject({ status: expect.stringMatching(/answered|failed/) });
  expect(await ready()).toBe(200);
  const again = await client.drive(await client.start(QUESTION, 'again'));
  expect(again).toMatchObject({ status: 'answered' });
  await service.stop();
});
