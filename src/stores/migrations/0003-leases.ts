import { sql, type Kysely, type Migration } from 'kysely';
import type { StoreSchema } from '../schema';

/** Which process moves a run, and one open run in a conversation whichever process is asked. */
export const leases: Migration = {
  async up(database: Kysely<StoreSchema>): Promise<void> {
    const { schema } = database;
    // one column a statement: SQLite takes no more
    await schema.alterTable('runs').addColumn('lease_owner', 'text').execute();
    await schema
      .alterTable('runs')
      .addColumn('lease_token', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.alterTable('runs').addColumn('lease_until', 'bigint').execute();
    await schema
      .alterTable('runs')
      .addColumn('lapses', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema
      .createIndex('runs_open_in_conversation')
      .unique()
      .on('runs')
      .columns(['tenant', 'conversation_id'])
      .where(sql<boolean>`conversation_id is not null and status in ('queued', 'running', 'waiting')`)
      .execute();
  },
};
