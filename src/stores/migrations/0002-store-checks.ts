import type { Kysely, Migration } from 'kysely';
import type { StoreSchema } from '../schema';

/** A table that readiness writes to: whether a store can be written is known only from a write. */
export const storeChecks: Migration = {
  async up(database: Kysely<StoreSchema>): Promise<void> {
    await database.schema
      .createTable('store_checks')
      .addColumn('check_id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute();
  },
};
