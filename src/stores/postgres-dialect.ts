import { setTimeout as sleep } from 'node:timers/promises';
import {
  ColumnDefinitionNode,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  sql,
  type DataTypeNode,
  type Kysely,
} from 'kysely';

/** Kysely's PostgresDialect for several processes that start at once, and with text that is compared as on SQLite. */
export class ServerDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PatientAdapter();
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new CodePointCompiler();
  }
}

/** Another process may be building an index. */
const MIGRATION_WAIT_MS = 10 * 60_000;
const MIGRATION_LOOK_MS = 100;
/** Of this project's migrations, among the advisory locks of the database. */
const MIGRATION_LOCK = '7226093512446097';

class PatientAdapter extends PostgresAdapter {
  /** Asks again and again: one statement that waits so long would be ended by its time-out. */
  override async acquireMigrationLock(database: Kysely<unknown>): Promise<void> {
    const giveUpAt = performance.now() + MIGRATION_WAIT_MS;
    for (;;) {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_lock(${sql.lit(MIGRATION_LOCK)}::bigint) as taken`.execute(database);
      if (rows[0]?.taken) return;
      if (performance.now() > giveUpAt) throw new Error('Another process has been migrating the store for too long');
      await sleep(MIGRATION_LOOK_MS);
    }
  }

  /** The session's end lets go of it too. */
  override async releaseMigrationLock(database: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)}::bigint)`.execute(database).catch(() => undefined);
  }
}

/**
 * Columns of text are ordered by code points, whatever the database's own collation is: lists have one order on every store, and an
 * index is not outdated when the operating system's collations change.
 */
class CodePointCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    const isColumn = this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode);
    if (isColumn && node.dataType === 'text') this.append(' collate "C"');
  }
}
