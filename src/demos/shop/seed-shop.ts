import type { OrderRow, ParcelRow, ShopDatabase } from './shop.tables';

export const ORDERS: readonly OrderRow[] = [
  { id: 'ORD001', product: 'iPhone 15 Pro', price_minor: 899_900, currency: 'CNY', status: '已发货' },
  { id: 'ORD002', product: 'AirPods Pro', price_minor: 189_900, currency: 'CNY', status: '待发货' },
];

export const PARCELS: readonly ParcelRow[] = [
  {
    order_id: 'ORD001',
    carrier: '顺丰速运',
    tracking_number: 'SF123456',
    progress: '已到达北京分拣中心',
    arrives_in_days: 1,
  },
];

/** Adds the rows that are absent; one that is there, changed or not, stays as it is. */
export async function seedShop(database: ShopDatabase): Promise<void> {
  const keep = <Name extends Parameters<typeof database.insertInto>[0]>(table: Name) =>
    database.insertInto(table).onConflict((conflict) => conflict.doNothing());
  await keep('shop_orders').values(ORDERS).execute();
  await keep('shop_parcels').values(PARCELS).execute();
}
