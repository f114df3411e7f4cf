import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import Libsql from 'libsql';

/** Enough for every query of the application, few enough for bulk inserts that differ only in their number of rows. */
const MAX_STATEMENTS = 100;

/** A libsql handle as Kysely's SqliteDialect wants it: statements are prepared once, booleans are bound as 0 and 1. */
export class LibsqlDatabase implements SqliteDatabase {
  readonly #handle: Libsql.Database;
  readonly #statements = new Map<string, SqliteStatement>();

  /** @param file path, or `:memory:`. Its folder is made if need be, for this user alone. */
  constructor(file: string) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.#handle = new Libsql(file);
    // the time-out stops the event loop, so it only bridges another connection's commit; LibsqlDriver waits for longer locks
    try {
      for (const pragma of ['busy_timeout = 5', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) {
        this.#handle.exec(`PRAGMA ${pragma}`);
      }
    } catch (error) {
      this.#handle.close();
      throw error;
    }
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = prepared(this.#handle, sql);
    const [oldest] = this.#statements.keys();
    if (oldest !== undefined && this.#statements.size >= MAX_STATEMENTS) this.#statements.delete(oldest);
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear();
    try {
      this.#handle.exec('PRAGMA wal_checkpoint(TRUNCATE)'); // the file alone is then a whole copy
    } catch {
      // what is committed is in the write-ahead log, which the next start reads
    }
    this.#handle.close();
  }
}

function prepared(handle: Libsql.Database, sql: string): SqliteStatement {
  const statement = handle.prepare(sql);
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(bound(parameters)),
    run: (parameters) => statement.run(bound(parameters)),
    // a statement of its own: running the shared one again would rewind the reader
    iterate: (parameters) => handle.prepare(sql).iterate(bound(parameters)),
  };
}

/** Binding a boolean aborts the process, not just the query. A number would be bound as 1.0, and be that in a column of text. */
function bound(parameters: readonly unknown[]): readonly unknown[] {
  if (!parameters.some((value) => typeof value === 'boolean')) return parameters;
  return parameters.map((value) => (typeof value === 'boolean' ? BigInt(value) : value));
}
