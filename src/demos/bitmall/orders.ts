import { Inject, Injectable } from '@nestjs/common';
import { DEMO_DATABASE, type DemoDatabase } from '../database/demo-database';
import { bitmallTables, type OrderRow, type RefundRow, type ShipmentRow, type TraceRow } from './bitmall.tables';

/** Orders and their parcels. */
@Injectable()
export class BitmallOrders {
  constructor(@Inject(DEMO_DATABASE) private readonly database: DemoDatabase) {}

  async find(orderId: string): Promise<(OrderRow & { refund?: RefundRow }) | undefined> {
    const tables = bitmallTables(this.database);
    const order = await tables.selectFrom('bitmall_orders').selectAll().where('id', '=', orderId).executeTakeFirst();
    if (!order) return undefined;
    const refund = await tables
      .selectFrom('bitmall_refunds')
      .selectAll()
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    return refund ? { ...order, refund } : order;
  }

  /** Traces are oldest first. */
  async track(trackingNumber: string): Promise<(ShipmentRow & { traces: TraceRow[] }) | undefined> {
    const tables = bitmallTables(this.database);
    const shipment = await tables
      .selectFrom('bitmall_shipments')
      .selectAll()
      .where('tracking_number', '=', trackingNumber)
      .executeTakeFirst();
    if (!shipment) return undefined;
    const traces = await tables
      .selectFrom('bitmall_shipment_traces')
      .selectAll()
      .where('tracking_number', '=', trackingNumber)
      .orderBy('position')
      .execute();
    return { ...shipment, traces };
  }
}
