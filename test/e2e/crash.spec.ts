import type { ReActResult } from '../../src/core/react-result';
import { answers, fallsSilent, startModelServer, thinksThenActs, type Turn } from '../../src/testing';
import { startProcess, temporaryFolder } from './process';

const read = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T;

async function until<T>(look: () => Promise<T>, good: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const seen = await look();
    if (good(seen) || tries > 400) return seen;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

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
  first.child.kill('SIGKILL');
  expect((await first.exited).signal).toBe('SIGKILL');

  turn = () => answers('42');
  const second = startProcess(variables);
  const after = await until(list(await second.listening), ({ items }) => items[0]?.status !== 'running');
  expect(after.items).toMatchObject([
    { runId: before.items[0]!.runId, status: 'answered', finalAnswer: '42', totalSteps: 1 },
  ]);
  second.child.kill('SIGTERM');
  expect((await second.exited).code).toBe(0);
  await server.close();
});
