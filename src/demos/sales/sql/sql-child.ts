import { fork, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import { Logger } from '@nestjs/common';
import { ToolError } from '../../../index';
import { QueryProcessError } from './query-process-error';
import type { QueryResult, ReadLimits } from './read-only-database';
import type { WorkerQuery, WorkerReply } from './sql-worker';

/** A child that has not opened the file by then never will. */
const START_TIMEOUT_MS = 20_000;
const HEAP_MB = 64;
/** Of what the child prints, so much goes into the log. */
const MAX_STDERR_CHARS = 4000;

/** How a wait for the child can end without a message, worded for the model. */
interface Faults {
  died: string;
  tooLate: () => ToolError;
}

const NOT_THE_STATEMENT = '这不是 SQL 的问题，不必改写；原因在服务日志里';
const STARTING: Faults = {
  died: `查询进程没能启动。${NOT_THE_STATEMENT}`,
  tooLate: () => new QueryProcessError(`查询进程在 ${START_TIMEOUT_MS} ms 内没有准备好。${NOT_THE_STATEMENT}`),
};
const UNOPENED = `销售数据文件打不开。${NOT_THE_STATEMENT}`;
const DIED = '查询进程在执行查询时意外结束，没有得到结果；原因在服务日志里';

const logger = new Logger('SqlProcess');

/** One process that answers one query at a time; after an overrun, an abort or a crash it is dead and a new one is needed. */
export class SqlChild {
  readonly #process: ChildProcess;
  readonly #ready: Promise<void>;
  #state: 'starting' | 'idle' | 'running a query' = 'starting';
  #dead = false;
  /** True when this side ended it, which is no news for the log. */
  #stopped = false;

  private constructor(child: ChildProcess, file: string) {
    this.#process = child;
    child.once('exit', () => (this.#dead = true));
    child.on('error', (error) => this.#fail(`${file}: ${error.message}`)); // one that nobody listens to would end the server
    this.#logEnd(file);
    this.#ready = this.#start();
    this.#ready.catch(() => undefined); // told to the query that waits for it
    child.unref(); // a forgotten child keeps no program from ending, and ends with it
    child.channel?.unref();
    if (child.stderr instanceof Socket) child.stderr.unref();
  }

  /** @param file a relative path is one of this process: the child works in another folder */
  static start(file: string): SqlChild {
    const path = resolve(file);
    // No inspector port is inherited, and of the environment nothing at all: the child reads the model's text
    const execArgv = process.execArgv.filter((arg) => !arg.startsWith('--inspect'));
    const child = fork(require.resolve('./sql-worker'), [path], {
      cwd: dirname(path),
      env: {},
      execArgv: [...execArgv, `--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    return new SqlChild(child, path);
  }

  get isDead(): boolean {
    return this.#dead;
  }

  /** @throws ToolError worded for the model; the reason of `signal` when it is aborted. */
  async query(sql: string, limits: ReadLimits, timeoutMs: number, signal: AbortSignal): Promise<QueryResult> {
    const abort = (): void => this.kill();
    signal.addEventListener('abort', abort, { once: true });
    try {
      await this.#ready;
      signal.throwIfAborted();
      const query: WorkerQuery = { sql, limits, timeoutMs };
      this.#state = 'running a query';
      this.#process.send(query);
      const tooLate = (): ToolError => new ToolError(`查询超过了 ${timeoutMs} ms 的时限，已被终止；请缩小查询范围`);
      const reply = await this.#next(timeoutMs, { died: DIED, tooLate });
      this.#state = 'idle';
      if (typeof reply === 'object' && 'result' in reply) return reply.result;
      throw typeof reply === 'object' ? new ToolError(reply.problem) : new QueryProcessError(DIED);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  kill(): void {
    this.#dead = true;
    this.#stopped = true;
    killForGood(this.#process);
  }

  async #start(): Promise<void> {
    const message = await this.#next(START_TIMEOUT_MS, STARTING);
    if (message === 'unopened') {
      this.#dead = true;
      throw new QueryProcessError(UNOPENED);
    }
    this.#state = 'idle';
  }

  #fail(reason: string): void {
    if (!this.#stopped) logger.warn(`The SQL process failed while ${this.#state}: ${reason}`);
    this.kill();
  }

  /** An end that was not asked for goes into the log with what the child printed: the model is only told that there was one. */
  #logEnd(file: string): void {
    let printed = '';
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(0, MAX_STDERR_CHARS);
    });
    this.#process.once('close', (code, signal) => {
      if (this.#stopped) return;
      const how = signal === null ? `with code ${code}` : `by ${signal}`;
      logger.warn(`The SQL process for ${file} ended ${how} while ${this.#state}: ${printed.trim() || 'no output'}`);
    });
  }

  /** The next message. Kills the child when none comes in time. */
  #next(timeoutMs: number, { died, tooLate }: Faults): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      const child = this.#process;
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onExit);
        end();
      };
      const onMessage = (message: unknown): void => settle(() => resolve(message as WorkerReply));
      const onExit = (): void => settle(() => reject(new QueryProcessError(died)));
      const timer = setTimeout(() => {
        settle(() => {
          if (this.#state === 'starting') this.#fail(`not ready within ${timeoutMs} ms`);
          this.kill();
          reject(tooLate());
        });
      }, timeoutMs);
      child.on('message', onMessage).on('exit', onExit).on('error', onExit);
    });
  }
}

/**
 * Not `child.kill()`: when several children end at once, the number that libuv keeps of one is 0 between its end and its 'exit'
 * event, and a signal to 0 goes to every process of the server's group (seen with strace on Node 20.20).
 */
function killForGood({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}
