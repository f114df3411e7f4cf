import { Kysely } from 'kysely';
import { ConfigError } from '../core/errors';
import { LibsqlDatabase } from './libsql-database';
import { LibsqlDialect } from './libsql-driver';
import { ServerDialect } from './postgres-dialect';
import { GuardedPool, type PostgresOptions } from './postgres-pool';
import { whenUnlocked } from './when-unlocked';

export interface SqliteOptions {
  /** Path of the database file, made with its folder when missing; `:memory:` keeps nothing. */
  readonly file: string;
  /** How long a query, and opening the file, waits for another connection's lock, in ms. @default 10000 */
  readonly lockTimeoutMs?: number;
}

/**
 * An embedded SQLite database: durable at each commit, locks of other connections are waited for without stopping the event
 * loop, booleans are stored as 0 and 1. Opened by the first query; `destroy()` closes it.
 * Inside `transaction()` use only the handle that it gives: there is one connection, and the outer handle waits for it for ever.
 */
export function sqlite<Schema = object>(options: SqliteOptions): Kysely<Schema> {
  const { file, lockTimeoutMs = 10_000 } = checked(options, 'file', 'the path of a database file, or :memory:');
  return new Kysely<Schema>({
    dialect: new LibsqlDialect(
      // switching a new file to the write-ahead log takes a lock, which another process that starts may hold
      { database: () => whenUnlocked(lockTimeoutMs, () => new LibsqlDatabase(file)) },
      lockTimeoutMs,
    ),
  });
}

/**
 * A Postgres database, 13 or later, for several processes. Connected by the first query; `destroy()` closes the pool.
 * NUL in a text is stored as U+FFFD, and a bigint is read as a number where a number can hold it.
 */
export const postgres = <Schema = object>(options: PostgresOptions): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect: new ServerDialect({
      pool: new GuardedPool(checked(options, 'url', 'postgres://user:password@host:port/database')),
    }),
  });

/** The driver would take an empty address for one of its own, and a path that is none fails far from here. */
function checked<Options extends object>(options: Options, name: keyof Options & string, expected: string): Options {
  const value: unknown = (options as Options | undefined)?.[name];
  if (typeof value === 'string' && value.trim() !== '') return options;
  throw new ConfigError(
    `${name}: expected ${expected}, got ${value === undefined ? 'nothing' : 'no text, or an empty one'}`,
  );
}
