import { dirname } from 'node:path';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import Libsql from 'libsql';
import { makeDirectory } from './make-directory';
import { OpenedFiles } from './opened-files';

/** Enough for every query of the application, few enough for bulk inserts that differ only in their number of rows. */
const MAX_STATEMENTS = 100;

/** A libsql handle as Kysely's SqliteDialect wants it: statements are prepared once, booleans are bound as 0 and 1. */
export class LibsqlDatabase implements SqliteDatabase {
  readonly #handle: Libsql.Database;
  readonly #files: OpenedFiles;
  readonly #statements = new Map<string, SqliteStatement>();

  /** @param file path, or `:memory:`. Its folder is made if need be, for this user alone. */
  constructor(file: string) {
    if (file !== ':memory:') makeDirectory(dirname(file));
    this.#handle = new Libsql(file);
    // the time-out stops the event loop, so it only bridges another connection's commit; LibsqlDriver waits for longer locks
    try {
      for (const pragma of ['busy_timeout = 5', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) {
        this.#handle.exec(`PRAGMA ${pragma}`);
      }
      this.#files = new OpenedFiles(file === ':memory:' ? [] : [file, `${file}-wal`]);
    } catch (error) {
      this.#handle.close();
      throw error;
    }
  }

  /** @throws an error with the code FILE_GONE when the file is no longer the one that was opened. */
  prepare(sql: string): SqliteStatement {
    if (sql !== 'rollback') this.#files.checkNowAndThen(); // what was begun on the lost file must still be ended
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = prepared(this.#handle, sql);
    const [oldest] = this.#statements.keys();
    if (oldest !== undefined && this.#statements.size >= MAX_STATEMENTS) this.#statements.delete(oldest);
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#statements.clear(); // the driver cannot end a statement: the file is let go when the last one is collected
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
