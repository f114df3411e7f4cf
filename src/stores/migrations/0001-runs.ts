import type { Kysely, Migration } from 'kysely';
import type { StoreSchema } from '../schema';

/** The first tables: facts, and a summary per run with the indexes that lists and start-up read. */
export const runs: Migration = {
  async up(database: Kysely<StoreSchema>): Promise<void> {
    const { schema } = database;
    await schema
      .createTable('run_events')
      .addColumn('run_id', 'text', (column) => column.notNull())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('run_events_pk', ['run_id', 'seq'])
      .execute();
    await schema
      .createTable('runs')
      .addColumn('run_id', 'text', (column) => column.notNull().primaryKey())
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('conversation_id', 'text')
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('last_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seq', 'integer', (column) => column.notNull())
      .addColumn('summary', 'text', (column) => column.notNull())
      .execute();
    const order = ['started_at', 'run_id'] as const;
    const index = (name: string, ...columns: (keyof StoreSchema['runs'])[]) =>
      schema
        .createIndex(name)
        .on('runs')
        .columns([...columns, ...order])
        .execute();
    await index('runs_by_tenant', 'tenant');
    await index('runs_by_agent', 'tenant', 'agent');
    await index('runs_by_status', 'tenant', 'status');
    await index('runs_by_conversation', 'tenant', 'conversation_id');
    await schema
      .createIndex('runs_by_openness')
      .on('runs')
      .columns(['status', ...order])
      .execute();
  },
};
