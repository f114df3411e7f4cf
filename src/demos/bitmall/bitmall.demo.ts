import type { Demo } from '../demo';
import { bitmallAgent } from './bitmall.agent';
import { BitmallModule } from './bitmall.module';
import { bitmallRules } from './bitmall.rules';

export const bitmallDemo: Demo = { agent: bitmallAgent, module: BitmallModule, rules: bitmallRules };
