import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { endChild } from '../../support/end-child';

const WORKER = require.resolve('../../../src/demos/sales/sql/sql-worker');
const ENDLESS = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c';

// A server that forks the worker, gives it a query and tells the pid
const SERVER = `
  const [worker, file, sql] = process.argv.slice(1);
  const child = require('node:child_process').fork(worker, [file], { env: {}, execArgv: process.execArgv.slice(0, 2) });
  child.on('message', (message) => {
    if (message !== 'ready') return;
    if (sql) child.send({ sql, limits: { maxRows: 1, maxChars: 100 }, timeoutMs: 500 });
    console.log(child.pid);
  });
`;

describe('the SQL process of a server that was killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sql-worker-'));
  const file = join(folder, 'sales.db');
  let server: ChildProcess | undefined;

  beforeAll(() => {
    const database = new Database(file);
    database.exec('CREATE TABLE sales (x)');
    database.close();
  });
  afterAll(() => {
    if (server) endChild(server, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['while it is idle', ''],
    ['in the middle of an endless query', ENDLESS],
  ])('ends by itself %s', async (_, sql) => {
    const hook = process.execArgv.slice(-2);
    server = spawn(process.execPath, [...hook, '-e', SERVER, WORKER, file, sql], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = (await once(server.stdout!, 'data')) as [Buffer];
    const pid = Number(output.toString());
    expect(isAlive(pid)).toBe(true);
    endChild(server, 'SIGKILL');
    for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await sleep(100);
    expect(isAlive(pid)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
