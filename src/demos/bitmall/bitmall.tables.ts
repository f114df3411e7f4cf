import type { Kysely } from 'kysely';
import type { DemoDatabase } from '../database/demo-database';

/**
 * Days are `YYYY-MM-DD` and minutes `YYYY-MM-DD HH:mm`, both in the shop's own zone, Asia/Shanghai. Money is integer minor units.
 */
export type BitmallTables = {
  bitmall_orders: OrderRow;
  bitmall_shipments: ShipmentRow;
  bitmall_shipment_traces: TraceRow;
  bitmall_refunds: RefundRow;
  bitmall_articles: ArticleRow;
};

export interface OrderRow {
  id: string;
  product: string;
  price_minor: number;
  currency: string;
  status: string;
  ordered_on: string;
  signed_on: string | null;
  tracking_number: string | null;
}

export interface ShipmentRow {
  tracking_number: string;
  carrier: string;
  status: string;
}

export interface TraceRow {
  tracking_number: string;
  /** From 1, oldest first. */
  position: number;
  happened_at: string;
  description: string;
}

export interface RefundRow {
  /** `RF`, the day, and the number of that day. */
  id: string;
  order_id: string;
  idempotency_key: string;
  reason: string;
  amount_minor: number;
  currency: string;
  /** Day of `created_at` in the zone of the run. */
  day: string;
  /** From 1 on each day. */
  sequence: number;
  /** ISO 8601, UTC. */
  created_at: string;
}

export interface ArticleRow {
  id: string;
  position: number;
  title: string;
  body: string;
}

export type BitmallDatabase = Kysely<BitmallTables>;

export const bitmallTables = (database: DemoDatabase): BitmallDatabase => database.withTables<BitmallTables>();

/** In standard SQL, so that any database of the app takes it. */
export async function createTables({ schema }: BitmallDatabase): Promise<void> {
  await schema
    .createTable('bitmall_orders')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('product', 'text', (column) => column.notNull())
    .addColumn('price_minor', 'integer', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('ordered_on', 'text', (column) => column.notNull())
    .addColumn('signed_on', 'text')
    .addColumn('tracking_number', 'text')
    .execute();
  await createShipments({ schema });
  await createRefunds({ schema });
  await schema
    .createTable('bitmall_articles')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
}

async function createShipments({ schema }: Pick<BitmallDatabase, 'schema'>): Promise<void> {
  await schema
    .createTable('bitmall_shipments')
    .ifNotExists()
    .addColumn('tracking_number', 'text', (column) => column.primaryKey())
    .addColumn('carrier', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('bitmall_shipment_traces')
    .ifNotExists()
    .addColumn('tracking_number', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('happened_at', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('bitmall_shipment_traces_pk', ['tracking_number', 'position'])
    .execute();
}

/** The unique columns are what makes a second refund impossible, whatever runs at the same time. */
async function createRefunds({ schema }: Pick<BitmallDatabase, 'schema'>): Promise<void> {
  await schema
    .createTable('bitmall_refunds')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().unique())
    .addColumn('idempotency_key', 'text', (column) => column.notNull().unique())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('amount_minor', 'integer', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('bitmall_refunds_day_sequence', ['day', 'sequence'])
    .execute();
}
