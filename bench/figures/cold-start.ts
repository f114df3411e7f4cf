import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench';
import { number, table, title } from '../report';
import { QUESTION } from '../scenario';
import { interleaved } from '../statistics';
import { endChild } from '../../test/support/end-child';

type Subject = 'service' | 'sdk' | 'undici';

/** From the start of the process to the first answer, wall time. */
export async function coldStart(bench: Bench): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'react-bench-'));
  try {
    const firstEver = await serviceMs(bench, dataDir);
    const subjects: Subject[] = ['service', 'sdk', 'undici'];
    const ms = await interleaved(subjects, bench.isQuick ? 3 : 7, (subject) =>
      subject === 'service' ? serviceMs(bench, dataDir) : handMs(bench, subject),
    );
    console.log(title('4. Cold start, ms from spawn to the first answer (wall)'));
    const rows = [
      ['HTTP service with its demos', number(ms.get('service') ?? NaN, 0)],
      ['HTTP service, first start of all (makes its database)', number(firstEver, 0)],
      ['by hand, sdk', number(ms.get('sdk') ?? NaN, 0)],
      ['by hand, undici', number(ms.get('undici') ?? NaN, 0)],
    ];
    console.log(table(['', 'median'], rows));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function handMs(bench: Bench, kind: 'sdk' | 'undici'): Promise<number> {
  const startedAt = performance.now();
  const variant = await bench.start(kind, 'one-answer', { stream: true });
  await variant.runs(1, 1);
  const ms = performance.now() - startedAt;
  await variant.close();
  return ms;
}

/** The shipped entry point with its default settings, on a model server of the operator's. */
async function serviceMs(bench: Bench, dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const service = spawn(process.execPath, [join(__dirname, '../../src/main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      OPENAI_BASE_URL: bench.baseUrl,
      OPENAI_API_KEY: 'bench',
      OPENAI_MODEL: 'one-answer',
      REACT_DATA_DIR: dataDir,
      LOG_FORMAT: 'json',
    },
  });
  const gone = new Promise((resolve) => service.once('exit', resolve));
  try {
    while (!(await isAnswered(port))) {
      if (service.exitCode !== null || performance.now() - startedAt > 30_000)
        throw new Error('The service did not start');
      await sleep(5);
    }
    return performance.now() - startedAt;
  } finally {
    endChild(service);
    await gone;
  }
}

/** False while nobody listens. @throws when there is an answer that is none */
async function isAnswered(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/api/react/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question: QUESTION }),
  }).catch(() => undefined);
  if (!response) return false;
  const text = await response.text();
  if (response.status !== 200) throw new Error(`The service answered ${response.status}: ${text}`);
  return true;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
