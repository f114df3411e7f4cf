import type { Kysely } from 'kysely';
import type { DemoDatabase } from '../database/demo-database';

export type ShopTables = {
  shop_orders: OrderRow;
  shop_parcels: ParcelRow;
};

export interface OrderRow {
  /** In upper case. */
  id: string;
  product: string;
  /** Integer minor units. */
  price_minor: number;
  currency: string;
  status: string;
}

export interface ParcelRow {
  order_id: string;
  carrier: string;
  tracking_number: string;
  /** Where it was seen last. */
  progress: string;
  /** Days from the run's today to the delivery, so that the demo never grows old; null when it is not known. */
  arrives_in_days: number | null;
}

export type ShopDatabase = Kysely<ShopTables>;

export const shopTables = (database: DemoDatabase): ShopDatabase => database.withTables<ShopTables>();

/** In standard SQL, so that any database of the app takes it. */
export async function createTables({ schema }: ShopDatabase): Promise<void> {
  await schema
    .createTable('shop_orders')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('product', 'text', (column) => column.notNull())
    .addColumn('price_minor', 'integer', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('shop_parcels')
    .ifNotExists()
    .addColumn('order_id', 'text', (column) => column.primaryKey())
    .addColumn('carrier', 'text', (column) => column.notNull())
    .addColumn('tracking_number', 'text', (column) => column.notNull())
    .addColumn('progress', 'text', (column) => column.notNull())
    .addColumn('arrives_in_days', 'integer')
    .execute();
}
