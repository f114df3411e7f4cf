import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely';

/**
 * Now, in epoch ms, by the clock of the database: that of the processes may jump, and differ from one to the next. Within a
 * Postgres transaction `now()` would stand still, so it is not that.
 */
export const databaseClock = <Schema>(database: Kysely<Schema>): RawBuilder<number> =>
  database.getExecutor().adapter instanceof PostgresAdapter
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
