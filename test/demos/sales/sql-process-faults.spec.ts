import childProcess, { type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Logger } from '@nestjs/common';
import Database from 'libsql';
import { SqlPool } from '../../../src/demos/sales/sql/sql-pool';
import { endChild } from '../../support/end-child';

const ENDLESS = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c';
const never = new AbortController().signal;

describe('the process that runs the queries', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sql-faults-'));
  const file = join(folder, 'sales.db');
  const warnings: string[] = [];
  let pool: SqlPool | undefined;
  const ask = (path: string, sql = 'SELECT * FROM sales'): ReturnType<SqlPool['query']> => {
    pool = new SqlPool({ file: path, timeoutMs: 20_000, size: 1 });
    return pool.query(sql, never);
  };
  const warning = async (): Promise<string> => {
    while (warnings.length === 0) await new Promise((done) => setTimeout(done, 20));
    return warnings.join('\n');
  };

  beforeAll(() => {
    const database = new Database(file);
    database.exec('CREATE TABLE sales (x); INSERT INTO sales VALUES (7)');
    database.close();
    Logger.overrideLogger({
      log: () => undefined,
      error: () => undefined,
      warn: (message: string) => warnings.push(message),
    });
  });
  afterEach(() => {
    pool?.close();
    warnings.length = 0;
    jest.restoreAllMocks();
  });
  afterAll(() => {
    Logger.overrideLogger(true);
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds a file by a path relative to the server, though it works in another folder', async () => {
    expect((await ask(relative(process.cwd(), file))).rows).toEqual([[7]]);
    expect(warnings).toEqual([]);
  });

  it('tells that the file cannot be opened, and the log why', async () => {
    await expect(ask(join(folder, 'missing.db'))).rejects.toThrow(/数据文件打不开.*不是 SQL 的问题/);
    expect(await warning()).toMatch(/missing\.db ended with code 1 while starting: .*missing\.db cannot be opened: \S/);
  });

  it('tells that it could not be started, and the log why', async () => {
    await expect(ask(join(folder, 'no folder', 'sales.db'))).rejects.toThrow(/没能启动/);
    expect(await warning()).toMatch(/failed while starting: .*ENOENT/);
  });

  it('tells that it died in a query, without a guess at the reason', async () => {
    const fork = jest.spyOn(childProcess, 'fork');
    const answer = ask(file, ENDLESS);
    await new Promise(setImmediate);
    const child = fork.mock.results[0]?.value as ChildProcess | undefined;
    child?.once('message', () => setTimeout(() => endChild(child, 'SIGSEGV'), 300));
    fork.mockRestore();
    await expect(answer).rejects.toThrow(/^(?!.*内存).*意外结束/);
    expect(await warning()).toMatch(/ended by SIGSEGV while running a query/);
  });

  it('says nothing in the log about an end that was asked for', async () => {
    await ask(file);
    pool?.close();
    await new Promise((done) => setTimeout(done, 200));
    expect(warnings).toEqual([]);
  });

  it('tells that a file is no database', async () => {
    const broken = join(folder, 'broken.db');
    writeFileSync(broken, 'no database at all '.repeat(100));
    await expect(ask(broken)).rejects.toThrow(/打不开|not a database/);
  });
});
