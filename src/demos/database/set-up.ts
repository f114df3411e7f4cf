import { PostgresAdapter, sql, type Kysely, type Transaction } from 'kysely';

export const isPostgres = <Schema>(database: Kysely<Schema>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter;

/** Makes a domain's tables and rows, all or nothing; servers that start at the same time take turns. */
export function setUp<Tables, Result>(
  database: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    // on SQLite transactions take turns by themselves
    if (isPostgres(database))
      await sql`select pg_advisory_xact_lock(hashtextextended('react demo tables', 0))`.execute(transaction);
    return work(transaction);
  });
}
