import { PostgresAdapter, sql, type Kysely, type Transaction } from 'kysely';

export const isPostgres = <Schema>(database: Kysely<Schema>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Until the transaction ends, nobody else does what goes by this name: `create table if not exists` fails on Postgres when two
 * processes come at the same time. On SQLite transactions take turns anyway.
 */
export async function takeTurn(transaction: Transaction<object>, name: string): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
