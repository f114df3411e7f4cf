import { Inject, Injectable } from '@nestjs/common';
import { ToolError } from '../../index';
import { DEMO_DATABASE, type DemoDatabase } from '../database/demo-database';
import { shopTables, type OrderRow, type ParcelRow } from './shop.tables';

/** Orders and what is known of their parcels. */
@Injectable()
export class ShopOrders {
  constructor(@Inject(DEMO_DATABASE) private readonly database: DemoDatabase) {}

  /** @throws ToolError for an unknown order. */
  async find(orderId: string): Promise<OrderRow> {
    const order = await shopTables(this.database)
      .selectFrom('shop_orders')
      .selectAll()
      .where('id', '=', idOf(orderId))
      .executeTakeFirst();
    if (!order) throw new ToolError(`没有找到订单 ${orderId}。请让用户核对订单号。`);
    return order;
  }

  /** Undefined for an order that has no parcel yet. @throws ToolError for an unknown order. */
  async parcelOf(orderId: string): Promise<ParcelRow | undefined> {
    const { id } = await this.find(orderId);
    return shopTables(this.database)
      .selectFrom('shop_parcels')
      .selectAll()
      .where('order_id', '=', id)
      .executeTakeFirst();
  }
}

/** As the table has it, however a customer typed it. */
const idOf = (orderId: string): string => orderId.normalize('NFKC').trim().toUpperCase();
