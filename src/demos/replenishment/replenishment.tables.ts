import type { Kysely } from 'kysely';
import type { DemoDatabase } from '../database/demo-database';

export type ReplenishmentTables = { replenishment_plans: PlanRow };

export interface PlanRow {
  /** In upper case. */
  order_code: string;
  product: string;
  quantity: number;
  warehouse: string;
  applicant: string;
  status: string;
  /** ISO 8601, UTC; null until this service approves the plan. */
  approved_at: string | null;
  /** Key of the call that approved it, so that the same call is not refused when it is repeated. */
  approval_key: string | null;
}

/** The only status from which a plan can be approved, and the one that it then has. */
export const PENDING = '待审批';
export const APPROVED = '已审批';

export type ReplenishmentDatabase = Kysely<ReplenishmentTables>;

export const replenishmentTables = (database: DemoDatabase): ReplenishmentDatabase =>
  database.withTables<ReplenishmentTables>();

/** In standard SQL, so that any database of the app takes it. */
export async function createTables({ schema }: ReplenishmentDatabase): Promise<void> {
  await schema
    .createTable('replenishment_plans')
    .ifNotExists()
    .addColumn('order_code', 'text', (column) => column.primaryKey())
    .addColumn('product', 'text', (column) => column.notNull())
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addColumn('warehouse', 'text', (column) => column.notNull())
    .addColumn('applicant', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('approved_at', 'text')
    .addColumn('approval_key', 'text', (column) => column.unique())
    .execute();
}
