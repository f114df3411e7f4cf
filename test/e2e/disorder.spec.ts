import { answers, fallsSilent, refuses, spelled, startModelServer, thinksThenActs, type Turn } from '../../src/testing';
import { randomNumbers } from '../protocols/random';
import { startProcess, temporaryFolder } from './process';
import { until } from './until';
import { endChild } from '../support/end-child';

const TURNS: readonly Turn[] = [
  answers('42'),
  spelled(answers('a slow one'), { pieceChars: 2, pauseMs: 10 }),
  thinksThenActs('sum', 'Calculator', '6*7'),
  fallsSilent('text'),
  refuses(401),
];

/** A detached rejection anywhere would end the process (mastra#20307, langchainjs#10933). */
it('clients that leave, cancel and forget at random moments neither end the process nor leave a run open', async () => {
  const random = randomNumbers(11);
  const server = await startModelServer(() => TURNS[random(TURNS.length)]);
  const variables = { REACT_DATA_DIR: temporaryFolder(), OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' };
  const service = startProcess({ ...variables, REACT_MODEL_TIMEOUT_MS: '1000' });
  const url = await service.listening;
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, random(60)));
  const list = async (query: string): Promise<{ runId: string }[]> =>
    ((await (await fetch(`${url}/api/react/runs?limit=100${query}`)).json()) as { items: { runId: string }[] }).items;

  const statuses = new Set<number>();
  const client = async (index: number): Promise<void> => {
    const conversationId = `c-${index % 5}`;
    const left = new AbortController();
    const path = ['/api/react/ask', '/api/react/ask', '/api/react/runs'][random(3)]!;
    const accept = path.endsWith('ask') && random(2) === 0 ? 'text/event-stream' : 'application/json';
    const asked = fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ question: 'x', ...(random(2) === 0 && { conversationId }) }),
      signal: left.signal,
    }).then(async (response) => statuses.add(response.status) && response.text());
    asked.catch(() => undefined);
    await pause();
    const [run] = await list('&status=running');
    if (run && random(2) === 0)
      statuses.add((await fetch(`${url}/api/react/runs/${run.runId}/cancel`, { method: 'POST' })).status);
    if (random(4) === 0) await fetch(`${url}/api/react/conversations/${conversationId}`, { method: 'DELETE' });
    if (random(2) === 0) left.abort();
    await asked.catch(() => undefined);
  };
  for (let wave = 0; wave < 8; wave += 1) {
    await Promise.all(Array.from({ length: 15 }, (_, index) => client(index)));
  }

  const open = async (): Promise<number> =>
    (await Promise.all(['queued', 'running'].map((status) => list(`&status=${status}`)))).flat().length;
  expect(await until(open, (count) => count === 0)).toBe(0);
  // 404: a run that ended and was forgotten between the list and its cancel
  expect([...statuses].filter((status) => ![200, 202, 404, 409, 502, 504].includes(status))).toEqual([]);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  endChild(service.child);
  const { code, output } = await service.exited;
  expect([code, output.split('\n').filter((line) => /"level":(50|60)/.test(line))]).toEqual([0, []]);
  await server.close();
});
