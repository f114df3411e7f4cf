import { ARTICLES } from '../articles/articles';
import type { BitmallDatabase } from '../bitmall.tables';
import { ORDERS, REFUNDS } from './orders';
import { SHIPMENTS, TRACES } from './shipments';

/** Adds the rows that are absent; one that is there, changed or not, stays as it is. */
export async function seed(database: BitmallDatabase): Promise<void> {
  const keep = <Name extends Parameters<typeof database.insertInto>[0]>(table: Name) =>
    database.insertInto(table).onConflict((conflict) => conflict.doNothing());
  await keep('bitmall_orders').values(ORDERS).execute();
  await keep('bitmall_shipments').values(SHIPMENTS).execute();
  await keep('bitmall_shipment_traces').values(TRACES).execute();
  await keep('bitmall_refunds').values(REFUNDS).execute();
  await keep('bitmall_articles')
    .values(ARTICLES.map((article, index) => ({ ...article, position: index + 1 })))
    .execute();
}
