import type { Kysely, Migration } from 'kysely';
import type { StoreSchema } from '../schema';

/** What tools have done in transactions of the store. A row goes with its run, whoever deletes that. */
export const effects: Migration = {
  async up(database: Kysely<StoreSchema>): Promise<void> {
    await database.schema
      .createTable('effects')
      .addColumn('key', 'text', (column) => column.notNull().primaryKey())
      .addColumn('run_id', 'text', (column) => column.notNull().references('runs.run_id').onDelete('cascade'))
      .addColumn('call_id', 'text', (column) => column.notNull())
      .addColumn('tool', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('observation', 'text', (column) => column.notNull())
      .execute();
    await database.schema.createIndex('effects_by_run').on('effects').column('run_id').execute();
  },
};
