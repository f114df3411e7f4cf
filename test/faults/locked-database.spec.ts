import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Libsql from 'libsql';
import { temporaryDirectory } from '../support/temporary-directory';
import { Client } from './client';
import { figures } from './figures';
import { Service } from './service';

const QUESTION = { agent: 'weather', question: '上海明天比今天低几度？' };
const HELD_MS = 8_000;

const count = figures();
const REACT_DATA_DIR = temporaryDirectory();

it('a write lock that another process holds for 8 s delays runs, and fails none', async () => {
  const service = await Service.start(count, { REACT_DATA_DIR });
  const client = new Client(count, () => [service.url]);
  const backup = new Libsql(join(REACT_DATA_DIR, 'react.db'));
  backup.exec('BEGIN IMMEDIATE');
  const asked = Array.from({ length: 5 }, () => client.send('POST', '/api/react/ask', QUESTION));
  const accepted = Array.from({ length: 5 }, (_, index) => client.start(QUESTION, `locked-${index}`));
  await sleep(HELD_MS / 2);
  const live = await client.send('GET', '/health/live'); // the process does not stand still meanwhile
  await sleep(HELD_MS / 2);
  backup.exec('COMMIT');
  backup.close();

  expect(live?.status).toBe(200);
  for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ status: 200, body: { success: true } });
  for (const runId of await Promise.all(accepted))
    expect(await client.drive(runId)).toMatchObject({ status: 'answered' });
  await service.stop();
});
