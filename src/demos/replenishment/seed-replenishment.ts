import { APPROVED, PENDING, type PlanRow, type ReplenishmentDatabase } from './replenishment.tables';

const plan = (
  order_code: string,
  product: string,
  quantity: number,
  warehouse: string,
  applicant: string,
  status: string,
): PlanRow => ({
  order_code,
  product,
  quantity,
  warehouse,
  applicant,
  status,
  approved_at: null,
  approval_key: null,
});

export const PLANS: readonly PlanRow[] = [
  plan('BH001', '矿泉水 550ml', 1200, '华东一仓', '陈静', PENDING),
  plan('BH002', '抽纸 3 层', 640, '华南二仓', '刘洋', PENDING),
  plan('BH003', '洗衣液 2kg', 360, '华北一仓', '赵敏', APPROVED),
  plan('BH004', '电热水壶', 85, '西南一仓', '孙浩', '已驳回'),
];

/** Adds the rows that are absent; one that is there, changed or not, stays as it is. */
export async function seedReplenishment(database: ReplenishmentDatabase): Promise<void> {
  await database
    .insertInto('replenishment_plans')
    .values(PLANS)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
