import type { Demo } from '../demo';
import { salesAgent } from './sales.agent';
import { SalesModule } from './sales.module';
import { salesRules } from './sales.rules';

export const salesDemo: Demo = { agent: salesAgent, module: SalesModule, rules: salesRules };
