import type { Demo } from '../demo';
import { shopAgent } from './shop.agent';
import { ShopModule } from './shop.module';
import { shopRules } from './shop.rules';

export const shopDemo: Demo = { agent: shopAgent, module: ShopModule, rules: shopRules };
