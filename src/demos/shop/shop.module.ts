import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { DEMO_DATABASE, type DemoDatabase } from '../database/demo-database';
import { setUp } from '../database/set-up';
import { seedShop } from './seed-shop';
import { ShopOrders } from './shop-orders';
import { createTables, shopTables } from './shop.tables';
import { ShopQueryLogisticsTool } from './tools/query-logistics.tool';
import { ShopQueryOrderTool } from './tools/query-order.tool';

/** Orders and logistics of a shop, in the app's database. */
@Module({ providers: [ShopOrders, ShopQueryOrderTool, ShopQueryLogisticsTool] })
export class ShopModule implements OnModuleInit {
  constructor(@Inject(DEMO_DATABASE) private readonly database: DemoDatabase) {}

  async onModuleInit(): Promise<void> {
    await setUp(shopTables(this.database), async (tables) => {
      await createTables(tables);
      await seedShop(tables);
    });
  }
}
