import { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { Client, DatabaseError, Pool, types, type ClientConfig, type PoolClient } from 'pg';
import { ToolError } from '../../../index';
import { QueryProcessError } from '../sql/query-process-error';
import type { Cell, QueryResult, ReadLimits } from '../sql/read-only-database';
import { SALES_SCHEMA } from './sales-tables';
import { statementProblem } from './statement-check';

export interface QueryPoolOptions {
  /** Of the reading role. */
  readonly url: string;
  /** One statement, in ms. @default 5000 */
  readonly timeoutMs?: number;
  readonly limits?: ReadLimits;
}

const DEFAULT_LIMITS: ReadLimits = { maxRows: 50, maxChars: 6000 };
const CONNECTIONS = 2;
const CONNECT_TIMEOUT_MS = 2_500;
/** Longest wait for a lock that somebody has on the tables. */
const LOCK_TIMEOUT_MS = 1_000;
const MAX_CELL_CHARS = 200;
/** Bytes of one answer. The server may send a cell of 1 GB before anything here could cut it. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const LOOK_EVERY_MS = 20;

const AWAY = '销售数据库现在连接不上。这不是 SQL 的问题，不必改写；稍后再试';

/** Runs the model's SQL on Postgres: one statement, read-only, in a session that is emptied afterwards. */
export class QueryPool {
  readonly #pool: Pool;
  readonly #timeoutMs: number;
  readonly #limits: ReadLimits;

  constructor({ url, timeoutMs = 5000, limits = DEFAULT_LIMITS }: QueryPoolOptions) {
    this.#timeoutMs = timeoutMs;
    this.#limits = limits;
    const session = {
      search_path: SALES_SCHEMA,
      default_transaction_read_only: 'on',
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 2 * timeoutMs,
      work_mem: '16MB',
    };
    this.#pool = new Pool({
      connectionString: url,
      Client: CountedClient,
      application_name: 'nest-react-agent sql',
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: timeoutMs,
      query_timeout: timeoutMs + 1000,
      options: Object.entries(session)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
      types: { getTypeParser },
    });
    const logger = new Logger('SalesDatabase');
    this.#pool.on('error', ({ message }) => logger.warn(`An idle connection of DatabaseQuery broke: ${message}`));
    // a last word of the server on a connection that is being thrown away would end the process
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** @throws ToolError worded for the model; the reason of `signal` when it is aborted. */
  async query(sql: string, signal: AbortSignal): Promise<QueryResult> {
    signal.throwIfAborted();
    const problem = await statementProblem(sql);
    if (problem !== undefined) throw new ToolError(problem);
    return this.#inSession(signal, async (client) => {
      await client.query('begin read only');
      // a second statement is refused by the extended protocol, and a cursor gives no more rows than are asked for
      await client.query({ text: `declare answer no scroll cursor for ${sql}`, ...EXTENDED });
      const text = `fetch forward ${this.#limits.maxRows + 1} from answer`;
      const { fields, rows } = await client.query<Cell[]>({ text, rowMode: 'array', ...EXTENDED });
      return this.#cut(
        fields.map(({ name }) => name.slice(0, MAX_CELL_CHARS)),
        rows,
      );
    });
  }

  /** Rows of a statement of our own, in the same kind of session. @throws the driver's errors */
  async ownRows<Row extends object>(sql: string): Promise<Row[]> {
    return (await this.#pool.query<Row>({ text: sql, types })).rows;
  }

  close(): void {
    this.#pool.end().catch(() => undefined);
  }

  async #inSession<Result>(signal: AbortSignal, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect().catch((cause: unknown) => {
      throw new QueryProcessError(AWAY, { cause });
    });
    const ignore = (): void => undefined; // the query in flight tells it
    client.on('error', ignore);
    const guard = new AnswerGuard(client, signal);
    let isClean = false;
    try {
      return await work(client);
    } catch (error) {
      signal.throwIfAborted();
      throw this.#asToolError(error, guard);
    } finally {
      guard.end();
      isClean = !guard.isCut && (await emptied(client));
      client.off('error', ignore);
      client.release(!isClean);
    }
  }

  #asToolError(error: unknown, guard: AnswerGuard): ToolError {
    if (guard.isCut) return new ToolError('结果太大，已被终止；请少选一些列，或缩短文字');
    const code = error instanceof DatabaseError ? error.code : undefined;
    const isLate = code === '57014' || (error instanceof Error && error.message.startsWith('Query read timeout'));
    if (isLate)
      return new ToolError(`查询超过了 ${this.#timeoutMs} ms 的时限，已被终止；请缩小查询范围`, { cause: error });
    if (!(error instanceof DatabaseError)) return new QueryProcessError(AWAY, { cause: error });
    return new ToolError(`PostgreSQL：${error.message.slice(0, 200)}`, { cause: error });
  }

  #cut(columns: string[], found: Cell[][]): QueryResult {
    const rows: Cell[][] = [];
    let chars = 0;
    for (const values of found) {
      const row = values.map(cellOf);
      chars += JSON.stringify(row).length;
      if (rows.length >= this.#limits.maxRows || chars > this.#limits.maxChars)
        return { columns, rows, truncated: true };
      rows.push(row);
    }
    return { columns, rows, truncated: false };
  }
}

/** Ends what the statement began, and takes back all that it may have left in the session: settings, locks, prepared statements. */
async function emptied(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    await client.query('discard all');
    return true;
  } catch {
    return false;
  }
}

/** Without it the driver would take the simple protocol, in which one text may hold several statements. */
const EXTENDED = { queryMode: 'extended' } as const;

/** A client whose socket can be looked at. */
class CountedClient extends Client {
  readonly socket: Socket;

  constructor(config?: ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
  }
}

/** Breaks the connection when the answer grows too long, or nobody waits for it any more; the server then ends the statement. */
class AnswerGuard {
  readonly #signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #stop: () => void;
  isCut = false;

  constructor(client: PoolClient, signal: AbortSignal) {
    const { socket } = client as unknown as CountedClient; // the pool makes no others
    const before = socket.bytesRead;
    this.#signal = signal;
    this.#stop = () => socket.destroy();
    signal.addEventListener('abort', this.#stop, { once: true });
    this.#timer = setInterval(() => {
      if (socket.bytesRead - before <= MAX_ANSWER_BYTES) return;
      this.isCut = true;
      socket.destroy();
    }, LOOK_EVERY_MS);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#signal.removeEventListener('abort', this.#stop);
  }
}

/** Numbers as numbers, as SQLite gives them; all else as Postgres writes it. */
const getTypeParser: typeof types.getTypeParser = (oid: number) => (NUMBERS.has(oid) ? numberOf : String);

const { INT2, INT4, INT8, FLOAT4, FLOAT8, NUMERIC } = types.builtins;
const NUMBERS = new Set<number>([INT2, INT4, INT8, FLOAT4, FLOAT8, NUMERIC]);

function numberOf(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : text;
}

const cellOf = (value: Cell): Cell =>
  typeof value === 'string' && value.length > MAX_CELL_CHARS ? `${value.slice(0, MAX_CELL_CHARS)}…` : value;
