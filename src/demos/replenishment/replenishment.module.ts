import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { DEMO_DATABASE, type DemoDatabase } from '../database/demo-database';
import { setUp } from '../database/set-up';
import { ReplenishmentPlans } from './replenishment-plans';
import { createTables, replenishmentTables } from './replenishment.tables';
import { seedReplenishment } from './seed-replenishment';
import { ApprovePlanTool } from './tools/approve-plan.tool';
import { QueryPlanTool } from './tools/query-plan.tool';

/** Replenishment plans and their approval, in the app's database. */
@Module({ providers: [ReplenishmentPlans, QueryPlanTool, ApprovePlanTool] })
export class ReplenishmentModule implements OnModuleInit {
  constructor(@Inject(DEMO_DATABASE) private readonly database: DemoDatabase) {}

  async onModuleInit(): Promise<void> {
    await setUp(replenishmentTables(this.database), async (tables) => {
      await createTables(tables);
      await seedReplenishment(tables);
    });
  }
}
