import type { Demo } from '../demo';
import { replenishmentAgent } from './replenishment.agent';
import { ReplenishmentModule } from './replenishment.module';
import { replenishmentRules } from './replenishment.rules';

export const replenishmentDemo: Demo = {
  agent: replenishmentAgent,
  module: ReplenishmentModule,
  rules: replenishmentRules,
};
