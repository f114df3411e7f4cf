import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { ToolError } from '../../index';
import { DEMO_DATABASE, type DemoDatabase } from '../database/demo-database';
import { APPROVED, PENDING, replenishmentTables, type PlanRow, type ReplenishmentTables } from './replenishment.tables';

export interface Approval {
  readonly orderCode: string;
  readonly idempotencyKey: string;
  /** Epoch ms. */
  readonly now: number;
}

@Injectable()
export class ReplenishmentPlans {
  constructor(@Inject(DEMO_DATABASE) private readonly database: DemoDatabase) {}

  /** @throws ToolError for an unknown code. */
  async find(orderCode: string, tables = replenishmentTables(this.database)): Promise<PlanRow> {
    const plan = await tables
      .selectFrom('replenishment_plans')
      .selectAll()
      .where('order_code', '=', codeOf(orderCode))
      .executeTakeFirst();
    if (!plan) throw new ToolError(`没有找到补货计划单 ${orderCode}。请让用户核对单号。`);
    return plan;
  }

  /**
   * Approves a plan once, in a transaction. The same call again gives the plan that it approved.
   * @throws ToolError for an unknown code, and for a plan whose status does not allow it; nothing is written then.
   */
  async approve(
    transaction: Transaction<ReplenishmentTables>,
    { orderCode, idempotencyKey, now }: Approval,
  ): Promise<PlanRow> {
    // the condition and the change are one statement: of two that come at the same time, one finds no row
    await transaction
      .updateTable('replenishment_plans')
      .set({ status: APPROVED, approved_at: new Date(now).toISOString(), approval_key: idempotencyKey })
      .where('order_code', '=', codeOf(orderCode))
      .where('status', '=', PENDING)
      .execute();
    const plan = await this.find(orderCode, transaction);
    if (plan.approval_key === idempotencyKey) return plan;
    throw new ToolError(
      `补货计划单 ${plan.order_code} 的状态是“${plan.status}”，只有“${PENDING}”的才能审批，没有做任何修改。`,
    );
  }
}

export const isApprovable = ({ status }: PlanRow): boolean => status === PENDING;

/** As the table has it, however a user typed it. */
const codeOf = (orderCode: string): string => orderCode.normalize('NFKC').trim().toUpperCase();
