import type { Kysely, Migration } from 'kysely';
import type { StoreSchema } from '../schema';

/** Finds the runs that are old enough to be deleted. */
export const runEnds: Migration = {
  async up(database: Kysely<StoreSchema>): Promise<void> {
    await database.schema.createIndex('runs_by_last_fact').on('runs').columns(['last_at', 'run_id']).execute();
  },
};
