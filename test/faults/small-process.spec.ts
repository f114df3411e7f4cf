import { temporaryDirectory } from '../support/temporary-directory';
import { Client } from './client';
import { figures } from './figures';
import { Service } from './service';

const QUESTION = { agent: 'weather', question: '上海明天比今天低几度？' };

const count = figures();
const REACT_DATA_DIR = temporaryDirectory();

it('with 64 open files and a heap of 256 MB, 50 asks at the same time are answered or shed, and the next one is answered', async () => {
  const service = await Service.start(count, { REACT_DATA_DIR }, { openFiles: 64, heapMb: 256 });
  const client = new Client(count, () => [service.url]);
  const answers: Awaited<ReturnType<Client['send']>>[] = [];
  for (let round = 0; round < 4; round += 1) {
    const asked = Array.from({ length: 50 }, () => client.send('POST', '/api/react/ask', QUESTION));
    answers.push(...(await Promise.all(asked)));
  }
  const answered = answers.filter((answer) => answer?.status === 200);
  expect(answered.length).toBeGreaterThan(0);
  // a connection for which there is no file is closed before a request is read from it
  expect(answers.filter((answer) => ![200, 429, 503, undefined].includes(answer?.status))).toEqual([]);
  expect(await client.send('POST', '/api/react/ask', QUESTION)).toMatchObject({ status: 200, body: { success: true } });
  count.acknowledged += answered.length;
  for (const answer of answered) expect(await client.drive(answer!.body.runId!)).toMatchObject({ status: 'answered' });
  expect(service.isAlive).toBe(true);
  await service.stop();
});
