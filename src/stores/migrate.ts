import { Migrator, PostgresAdapter, sql, type Kysely } from 'kysely';
import { StoreError } from '../core/errors';
import { runs } from './migrations/0001-runs';
import { storeChecks } from './migrations/0002-store-checks';
import { leases } from './migrations/0003-leases';
import { effects } from './migrations/0004-effects';
import { requestKeys } from './migrations/0005-request-keys';
import { runEnds } from './migrations/0006-run-ends';
import { retried } from './retried';
import { adviceOn, storeFault } from './store-fault';

/** In the order of their names; a released one is never edited. */
const MIGRATIONS = {
  '0001_runs': runs,
  '0002_store_checks': storeChecks,
  '0003_leases': leases,
  '0004_effects': effects,
  '0005_request_keys': requestKeys,
  '0006_run_ends': runEnds,
};

/**
 * Brings the tables of the run store up to date. Safe to run twice, and by two processes at once: the second one waits.
 * @throws StoreError when a migration fails (nothing of it is kept then) or when a newer version wrote the database.
 */
export async function migrate<Schema>(database: Kysely<Schema>): Promise<void> {
  const schema = await schemaOf(database);
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => MIGRATIONS },
    // tables of its own, so that another part of the application may migrate its tables in the same database
    migrationTableName: 'store_migrations',
    migrationLockTableName: 'store_migrations_lock',
    ...(schema !== undefined && { migrationTableSchema: schema }),
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find(({ status }) => status === 'Error');
  if (failed && adviceOn(error) === undefined)
    throw new StoreError(`Migration ${failed.migrationName} of the store failed`, { cause: error });
  const isNewer = error instanceof Error && error.message.startsWith('corrupted migrations');
  if (isNewer) throw new StoreError('The store was written by a newer version of this program', { cause: error });
  throw storeFault(error, 'migrated');
}

/**
 * Where new tables go on Postgres; undefined on SQLite, which has no schemas. Without it the migrator takes tables of the same name
 * in another schema for its own.
 */
async function schemaOf<Schema>(database: Kysely<Schema>): Promise<string | undefined> {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return undefined;
  try {
    const { rows } = await retried(() =>
      sql<{ name: string | null }>`select current_schema() as name`.execute(database),
    );
    const name = rows[0]?.name;
    if (name) return name;
  } catch (error) {
    throw storeFault(error, 'read');
  }
  throw new StoreError('The search_path of the database names no schema that exists: tables have no place to go');
}
