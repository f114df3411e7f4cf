import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReActResult } from '../../src/core/react-result';
import { answers, fallsSilent, startModelServer, thinksThenActs, type ModelServer, type Turn } from '../../src/testing';
import { endChild } from '../support/end-child';
import { readSse } from './event-stream';
import { startProcess, temporaryFolder, type ServiceProcess } from './process';
import { until } from './until';

const json = { 'content-type': 'application/json' };
const read = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T;

describe('SIGTERM', () => {
  let turn: (call: number) => Turn;
  let server: ModelServer;
  let variables: Record<string, string>;
  beforeEach(async () => {
    server = await startModelServer((_, call) => turn(call));
    variables = { REACT_DATA_DIR: temporaryFolder(), OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' };
  });
  afterEach(() => server.close());

  const ask = (url: string, headers = {}): Promise<Response> =>
    fetch(`${url}/api/react/ask`, { method: 'POST', headers: { ...json, ...headers }, body: '{"question":"what?"}' });
  const modelAsked = (count = 1): Promise<number> =>
    until(
      async () => server.calls.length,
      (calls) => calls >= count,
    );
  const stopped = (url: string): Promise<Response> =>
    until(
      () => fetch(`${url}/health/ready`),
      ({ status }) => status === 503,
    );
  /** What the next start makes of the run. */
  const goesOn = async (runId: string): Promise<ReActResult> => {
    const next = startProcess(variables);
    const base = await next.listening;
    const result = await until(
      () => read<ReActResult>(`${base}/api/react/runs/${runId}`),
      ({ status }) => status !== 'running' && status !== 'queued',
    );
    await ended(next);
    return result;
  };
  const ended = async (service: ServiceProcess): Promise<number | null> => {
    endChild(service.child);
    return (await service.exited).code;
  };

  it('lets a run end that is in a tool, and meanwhile is not ready and takes nothing in', async () => {
    const searching = await hangingSearch();
    turn = (call) => (call === 0 ? thinksThenActs('look', 'Search', 'sales') : answers('42'));
    const service = startProcess({ ...variables, SEARXNG_URL: searching.url });
    const url = await service.listening;
    const asked = ask(url);
    await searching.asked;

    endChild(service.child);

    expect(await (await stopped(url)).json()).toEqual({
      status: 'down',
      checks: { process: { status: 'down', detail: 'shutting down' } },
    });
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    for (const path of ['ask', 'runs']) {
      const refused = await fetch(`${url}/api/react/${path}`, {
        method: 'POST',
        headers: json,
        body: '{"question":"x"}',
      });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
      expect(await refused.json()).toMatchObject({ code: 'overloaded', retryable: true });
    }
    searching.answer();
    const answered = await asked;
    expect([answered.status, await answered.json()]).toMatchObject([200, { status: 'answered', finalAnswer: '42' }]);
    expect((await service.exited).code).toBe(0);
    searching.close();
  });

  it('leaves a run that thinks for too long to the next start; who asked and who follows are told, and it exits with 0', async () => {
    turn = () => fallsSilent('request');
    const service = startProcess(variables);
    const url = await service.listening;
    const plain = ask(url);
    const streamed = readSse((await ask(url, { accept: 'text/event-stream' })).body!);
    const { runId } = (await streamed.next()).value!.data as { runId: string };
    const followed = await fetch(`${url}/api/react/runs/${runId}/events`, { headers: { accept: 'text/event-stream' } });
    const text = followed.text();
    await modelAsked(2);

    endChild(service.child);

    expect([(await plain).status, await (await plain).json()]).toMatchObject([503, { code: 'overloaded' }]);
    const rest = [];
    for await (const event of streamed) rest.push(event);
    expect(rest.at(-1)).toMatchObject({ event: 'error', data: { code: 'overloaded', retryable: true, runId } });
    expect((await text).trim().split('\n\n').at(-1)).toMatch(/^: the service is shutting down/);
    expect((await service.exited).code).toBe(0);

    turn = () => answers('after all');
    expect(await goesOn(runId)).toMatchObject({ status: 'answered', finalAnswer: 'after all' });
  }, 60_000);

  it('leaves a run in a tool for too long to the next start, and stores what it had', async () => {
    const searching = await hangingSearch();
    variables.SEARXNG_URL = searching.url;
    turn = (call) => (call === 0 ? thinksThenActs('look', 'Search', 'sales') : answers('42'));
    const service = startProcess(variables);
    const url = await service.listening;
    const started = await fetch(`${url}/api/react/runs`, { method: 'POST', headers: json, body: '{"question":"x"}' });
    const { runId } = (await started.json()) as { runId: string };
    await searching.asked;

    expect(await ended(service)).toBe(0);

    searching.answer();
    expect(await goesOn(runId)).toMatchObject({ status: 'answered', steps: [{ action: 'Search', thought: 'look' }] });
    searching.close();
  }, 60_000);

  it('twice ends the process at once', async () => {
    turn = () => fallsSilent('request');
    const service = startProcess(variables);
    const url = await service.listening;
    const asked = ask(url).catch(() => undefined);
    await modelAsked();
    endChild(service.child);
    await stopped(url);

    endChild(service.child);

    expect((await service.exited).code).toBe(143);
    await asked;
  });
});

/** A search engine that answers when it is told to. */
async function hangingSearch() {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  let tell = (): void => undefined;
  const asked = new Promise<void>((resolve) => (tell = resolve));
  const server = createServer((_, response) => {
    const reply = (): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ results: [{ title: 't', url: 'https://example.org', content: 'sales' }] }));
    };
    tell();
    if (isOpen) reply();
    else waiting.push(reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answer = (): void => {
    isOpen = true;
    waiting.splice(0).forEach((reply) => reply());
  };
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, answer, close };
}
