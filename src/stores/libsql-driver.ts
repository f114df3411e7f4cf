import { CompiledQuery, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';
import type { DatabaseConnection, Driver, QueryResult, SqliteDialectConfig } from 'kysely';
import { isLocked } from './store-fault';
import { whenUnlocked } from './when-unlocked';

/** Kysely's SqliteDialect for more than one process on a file: locks are waited for without stopping the event loop. */
export class LibsqlDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #lockTimeoutMs: number;

  constructor(config: SqliteDialectConfig, lockTimeoutMs: number) {
    super(config);
    this.#config = config;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  override createDriver(): Driver {
    return new LibsqlDriver(this.#config, this.#lockTimeoutMs);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

/** Lets migrations run in one transaction: two processes that start at once then take turns. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const BEGIN = CompiledQuery.raw('begin immediate');

class LibsqlDriver extends SqliteDriver {
  readonly #lockTimeoutMs: number;
  #patient?: PatientConnection;

  constructor(config: SqliteDialectConfig, lockTimeoutMs: number) {
    super(config);
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return (this.#patient ??= new PatientConnection(connection, this.#lockTimeoutMs)); // SQLite has one connection
  }

  /** Takes the write lock first: a transaction that reads and then writes may find its snapshot outdated, and waiting cannot mend that. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(BEGIN);
  }

  /** SQLite rolls back by itself when the disk is full; the error to see is that one, not that nothing is left to roll back. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

class PatientConnection implements DatabaseConnection {
  constructor(
    private readonly connection: DatabaseConnection,
    private readonly lockTimeoutMs: number,
  ) {}

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return this.connection.executeQuery<Row>(query); // throws before it returns a promise
    } catch (error) {
      if (!isLocked(error)) return Promise.reject(error);
      return whenUnlocked(this.lockTimeoutMs, () => this.connection.executeQuery<Row>(query));
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.connection.streamQuery<Row>(query, chunkSize);
  }
}
