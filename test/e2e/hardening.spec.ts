import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { echoesKey, answers, startModelServer, type Turn } from '../../src/testing';
import { endChild } from '../support/end-child';
import { startProcess, temporaryFolder } from './process';
import { startApp } from './start-app';

it('a hundred and fifty clients that never finish their requests keep nobody from an answer', async () => {
  const app = await startApp();
  const { hostname, port } = new URL(app.url);
  const halves = ['GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'POST /api/react/ask HTTP/1.1\r\nHost: x\r\n'];
  const open = (index: number): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          index % 3 === 2
            ? `${halves[1]}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`
            : halves[index % 3]!,
        );
        resolve(socket);
      });
      socket.on('error', reject);
    });
  const sockets = await Promise.all(Array.from({ length: 150 }, (_, index) => open(index)));
  sockets.forEach((socket) => socket.on('error', () => undefined));
  expect(await app.ask({ question: '计算 6*7' })).toMatchObject({ status: 'answered' });
  sockets.forEach((socket) => socket.destroy());
  await app.close();
});

it('the service listens on its own port and on no other', async () => {
  const tell = "process.on('SIGUSR2',()=>console.log('resources:'+process.getActiveResourcesInfo()))";
  const script = join(temporaryFolder(), 'tell.cjs');
  writeFileSync(script, tell);
  const NODE_OPTIONS = `--require ${script}`;
  const service = startProcess({ REACT_DATA_DIR: temporaryFolder(), NODE_OPTIONS });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"question":"计算 6*7"}' };
  expect((await fetch(`${await service.listening}/api/react/ask`, init)).status).toBe(200);
  const told = new Promise<string>((resolve) =>
    service.child.stdout!.on('data', (chunk: Buffer) => {
      const found = /resources:(.*)/.exec(chunk.toString())?.[1];
      if (found) resolve(found);
    }),
  );
  endChild(service.child, 'SIGUSR2');
  expect((await told).split(',').filter((name) => name === 'TCPServerWrap')).toHaveLength(1);
  endChild(service.child, 'SIGTERM');
  await service.exited;
});

describe.each(['json', 'pretty'])('the log in %s', (LOG_FORMAT) => {
  const CANARY = 'canary"4711-of-the-provider';
  const HEADER_CANARY = 'canary-in-a-header-0815';
  const FORGED = '\n{"level":60,"msg":"forged"}\r\n[12:00:00.000] FATAL: forged\u001b[2J\u2028forged';

  it('has no line that a client or a model wrote, and none of the secrets that are configured', async () => {
    let turn: Turn = echoesKey();
    const server = await startModelServer(() => turn);
    const service = startProcess({
      ...{ REACT_DATA_DIR: temporaryFolder(), LOG_LEVEL: 'debug', LOG_FORMAT, OPENAI_MODEL: 'scripted' },
      ...{ OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: CANARY },
      OPENAI_EXTRA_HEADERS: JSON.stringify({ 'X-Team-Key': HEADER_CANARY }),
    });
    const url = await service.listening;
    const post = async (question: string, headers = {}): Promise<{ runId: string }> => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
      const answer = await fetch(`${url}/api/react/ask`, { ...init, body: JSON.stringify({ question }) });
      return (await answer.json()) as { runId: string };
    };
    const { runId } = await post(`who?${FORGED}`, { authorization: `Bearer ${CANARY}`, 'x-request-id': CANARY });
    turn = answers(`I say ${HEADER_CANARY}${FORGED}`);
    await post(`my keys are ${CANARY} and ${HEADER_CANARY}`);
    const record = await (await fetch(`${url}/api/react/runs/${runId}/events`)).text();
    endChild(service.child, 'SIGTERM');
    const { output } = await service.exited;
    await server.close();

    expect(record).not.toContain('canary');
    expect(output).toContain('question');
    expect(output).not.toMatch(/canary/);
    expect(output).not.toContain('\u001b');
    for (const line of output.split(/[\r\n]+/).filter(Boolean)) {
      if (LOG_FORMAT === 'json') expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
      else expect(line).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] [A-Z]+/);
      expect(line).not.toMatch(/^(\{"level":60|\[12:00:00\.000\]|forged)/);
    }
  });
});
