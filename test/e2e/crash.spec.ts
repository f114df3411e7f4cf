import type { ReActResult } from '../../src/core/react-result';
import { answers, fallsSilent, startModelServer, thinksThenActs, type Turn } from '../../src/testing';
import { startProcess, temporaryFolder } from './process';
import { until } from './until';
import { endChild } from '../support/end-child';

const read = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T;

it('after kill -9 in the middle of a run the next start goes on where the log ends', async () => {
  const REACT_DATA_DIR = temporaryFolder();
  let turn: (call: number) => Turn = (call) =>
    call === 0 ? thinksThenActs('sum', 'Calculator', '6*7') : fallsSilent('request');
  const server = await startModelServer((_, call) => turn(call));
  const variables = { REACT_DATA_DIR, OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' };

  const first = startProcess(variables);
  const url = await first.listening;
  const body = JSON.stringify({ question: 'what is 6*7?', conversationId: 'crash' });
  void fetch(`${url}/api/react/ask`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(
    () => undefined,
  );
  type Page = { items: ReActResult[] };
  const list = (base: string) => (): Promise<Page> => read<Page>(`${base}/api/react/runs?conversationId=crash`);
  const before = await until(list(url), ({ items }) => items[0]?.totalSteps === 1);
  expect(before.items).toMatchObject([{ status: 'running', totalSteps: 1, finalAnswer: null }]);
  endChild(first.child, 'SIGKILL');
  expect((await first.exited).signal).toBe('SIGKILL');

  turn = () => answers('42');
  const second = startProcess(variables);
  const after = await until(list(await second.listening), ({ items }) => items[0]?.status !== 'running');
  expect(after.items).toMatchObject([
    { runId: before.items[0]!.runId, status: 'answered', finalAnswer: '42', totalSteps: 1 },
  ]);
  endChild(second.child);
  expect((await second.exited).code).toBe(0);
  await server.close();
});

it('after kill -9 background runs that were running or queued go on at the next start', async () => {
  const REACT_DATA_DIR = temporaryFolder();
  let turn: () => Turn = () => fallsSilent('request');
  const server = await startModelServer(() => turn());
  const variables = { REACT_DATA_DIR, OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' };
  type Page = { items: ReActResult[] };
  const ids = async (base: string, status: string): Promise<string[]> =>
    (await read<Page>(`${base}/api/react/runs?limit=100&status=${status}`)).items.map(({ runId }) => runId).sort();

  const first = startProcess(variables);
  const url = await first.listening;
  const started: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const body = JSON.stringify({ question: `number ${count}`, conversationId: `c-${count}` });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    started.push(((await (await fetch(`${url}/api/react/runs`, init)).json()) as { runId: string }).runId);
  }
  const running = await until(
    () => ids(url, 'running'),
    ({ length }) => length === 16,
  );
  const queued = await ids(url, 'queued');
  expect([...running, ...queued].sort()).toEqual(started.sort());
  expect(queued).toHaveLength(4);
  endChild(first.child, 'SIGKILL');
  expect((await first.exited).signal).toBe('SIGKILL');

  turn = () => answers('42');
  const second = startProcess(variables);
  const again = await second.listening;
  const answered = await until(
    () => ids(again, 'answered'),
    ({ length }) => length === 20,
  );
  expect(answered).toEqual(started);
  endChild(second.child);
  expect((await second.exited).code).toBe(0);
  await server.close();
});

it('after kill -9 a run that was running can be cancelled, before and after it is asked again', async () => {
  const REACT_DATA_DIR = temporaryFolder();
  const server = await startModelServer(() => fallsSilent('request'));
  const variables = { REACT_DATA_DIR, OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' };
  const post = (url: string, body?: object): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const first = startProcess(variables);
  const url = await first.listening;
  for (let count = 0; count < 17; count += 1) await post(`${url}/api/react/runs`, { question: `number ${count}` });
  await until(
    async () => server.calls.length,
    (calls) => calls === 16,
  );
  endChild(first.child, 'SIGKILL');
  await first.exited;

  const second = startProcess(variables);
  const again = await second.listening;
  const { items } = await read<{ items: ReActResult[] }>(`${again}/api/react/runs?limit=100`);
  const cancelled = await Promise.all(items.map(({ runId }) => post(`${again}/api/react/runs/${runId}/cancel`)));
  expect(cancelled.map(({ status }) => status)).toEqual(Array(17).fill(200));
  endChild(second.child); // nothing is left to wait for
  expect((await second.exited).code).toBe(0);
  await server.close();
});
