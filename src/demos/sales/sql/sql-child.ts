import { fork, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import { ToolError } from '../../../index';
import type { QueryResult, ReadLimits } from './read-only-database';
import type { WorkerQuery, WorkerReply } from './sql-worker';

/** A child that has not opened the file by then never will. */
const START_TIMEOUT_MS = 20_000;
const HEAP_MB = 64;

/** One process that answers one query at a time; after an overrun, an abort or a crash it is dead and a new one is needed. */
export class SqlChild {
  readonly #process: ChildProcess;
  readonly #ready: Promise<void>;
  #dead = false;

  private constructor(child: ChildProcess) {
    this.#process = child;
    const die = (): void => void (this.#dead = true);
    child.once('exit', die).on('error', die); // an error that nobody listens to would end the server
    this.#ready = this.#next(START_TIMEOUT_MS).then(() => undefined);
    this.#ready.catch(() => undefined); // told to the query that waits for it
    child.unref(); // a forgotten child keeps no program from ending, and ends with it
    child.channel?.unref();
  }

  static start(file: string): SqlChild {
    // No inspector port is inherited, and of the environment nothing at all: the child reads the model's text
    const execArgv = process.execArgv.filter((arg) => !arg.startsWith('--inspect'));
    const child = fork(require.resolve('./sql-worker'), [file], {
      cwd: dirname(file),
      env: {},
      execArgv: [...execArgv, `--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    return new SqlChild(child);
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
      this.#process.send(query);
      const reply = await this.#next(timeoutMs);
      if (reply !== 'ready' && 'result' in reply) return reply.result;
      throw new ToolError(reply === 'ready' ? '查询进程没有回答' : reply.problem);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  kill(): void {
    this.#dead = true;
    this.#process.kill('SIGKILL');
  }

  /** The next message. Kills the child when none comes in time. */
  #next(timeoutMs: number): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      const child = this.#process;
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onExit);
        end();
      };
      const onMessage = (message: unknown): void => settle(() => resolve(message as WorkerReply));
      const onExit = (): void =>
        settle(() => {
          this.kill();
          reject(new ToolError('查询进程意外结束，可能是需要的内存太多；请缩小查询范围'));
        });
      const timer = setTimeout(() => {
        settle(() => {
          this.kill();
          reject(new ToolError(`查询超过了 ${timeoutMs} ms 的时限，已被终止；请缩小查询范围`));
        });
      }, timeoutMs);
      child.on('message', onMessage).on('exit', onExit).on('error', onExit);
    });
  }
}
