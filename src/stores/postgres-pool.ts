import { userInfo } from 'node:os';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { defaults, Pool, types, type PoolClient, type PoolConfig } from 'pg';
import { isConnectionOver, withCode } from './postgres-faults';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with the driver's parameters, e.g. `?sslmode=verify-full`. */
  readonly url: string;
  /** Connections at most. @default 10 */
  readonly connections?: number;
  /** Longest wait for a connection, in ms. @default 2500 */
  readonly connectTimeoutMs?: number;
  /** Longest wait for the answer to one statement, in ms; statements that define tables may take longer. @default 4000 */
  readonly statementTimeoutMs?: number;
  /** Told of a connection that broke while nobody used it. */
  readonly onLost?: (error: Error) => void;
}

/** A transaction whose process fell silent lets go of its locks after so long, in ms: before a statement that waits for them gives up. */
const IDLE_IN_TRANSACTION_MS = 3_500;

/** An index of a large table is not built in seconds. */
const DEFINITION_TIMEOUT_MS = 10 * 60_000;
const DEFINES = /^(?:create|alter|drop) /;

/**
 * The driver's pool, made safe: an error on a connection that nobody uses ends no process, and a connection that broke, or whose
 * server no longer answers, is never given out again.
 */
export class GuardedPool implements PostgresPool {
  readonly #pool: Pool;

  constructor({ url, onLost, ...options }: PostgresOptions) {
    nameUser();
    const { connections = 10, connectTimeoutMs = 2_500, statementTimeoutMs = 4_000 } = options;
    const config: PoolConfig = {
      connectionString: url,
      application_name: 'nest-react-agent',
      max: connections,
      connectionTimeoutMillis: connectTimeoutMs,
      // the server ends the statement, and a little later nobody waits for a server that cannot be heard
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + 500,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      types: { getTypeParser },
    };
    this.#pool = new Pool(config);
    this.#pool.on('error', (error) => onLost?.(error)); // without a listener it would end the process
    // and so would a last word of the server on a connection that is being thrown away, to which nobody listens any more
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  // the interface, not the class: the driver's types are no part of what a user compiles against
  /** @throws the driver's error, with a code. */
  async connect(): Promise<PostgresPoolClient> {
    try {
      return new GuardedClient(await this.#pool.connect());
    } catch (error) {
      throw withCode(error);
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** A connection that is in use. */
class GuardedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #onError = (error: unknown): void => void (this.#over ??= withCode(error));
  #over: unknown;

  constructor(client: PoolClient) {
    this.#client = client;
    client.on('error', this.#onError); // the pool listens only to those that are idle
  }

  query(sql: string, parameters: readonly unknown[]): Promise<never>;
  query(cursor: never): never;
  async query(sql: string, parameters: readonly unknown[] = []): Promise<unknown> {
    if (this.#over !== undefined) throw this.#over;
    const query = { text: sql, values: parameters.map(storable) };
    try {
      if (!DEFINES.test(sql)) return await this.#client.query(query);
      await this.#client.query(`set statement_timeout = ${DEFINITION_TIMEOUT_MS}`);
      return await this.#client.query({ ...query, ...{ query_timeout: DEFINITION_TIMEOUT_MS } });
    } catch (error) {
      const coded = withCode(error);
      if (isConnectionOver(coded)) this.#over ??= coded;
      throw coded;
    } finally {
      if (DEFINES.test(sql) && this.#over === undefined)
        await this.#client.query('reset statement_timeout').catch(() => undefined); // of a failed transaction: its end resets it
    }
  }

  release(): void {
    this.#client.off('error', this.#onError);
    this.#client.release(this.#over !== undefined); // true: the pool closes it
  }
}

/** A URL without a user means the one of this process, as for Postgres' own programs; the driver knows it only where USER is set. */
function nameUser(): void {
  try {
    defaults.user ??= userInfo().username;
  } catch {
    // a user without a name, as in some containers: the URL has to tell
  }
}

/** Postgres has no text with NUL. Lone surrogates become U+FFFD when the text is sent. */
const storable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;

/** A bigint is a number as on SQLite, where a number holds it. */
const getTypeParser: typeof types.getTypeParser = (oid: number) =>
  oid === INT8 ? wholeNumber : types.getTypeParser(oid);

const INT8: number = types.builtins.INT8;

function wholeNumber(text: string): number | string {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : text;
}
