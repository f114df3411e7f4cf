import { sql, type Kysely, type Migration } from 'kysely';
import type { StoreSchema } from '../schema';

/** Which request started a run, so that the same one again starts none: the row of the run is the record. */
export const requestKeys: Migration = {
  async up(database: Kysely<StoreSchema>): Promise<void> {
    const { schema } = database;
    await schema.alterTable('runs').addColumn('request_key', 'text').execute();
    await schema.alterTable('runs').addColumn('request_hash', 'text').execute();
    await schema
      .createIndex('runs_by_request')
      .unique()
      .on('runs')
      .columns(['tenant', 'request_key'])
      .where(sql<boolean>`request_key is not null`)
      .execute();
  },
};
