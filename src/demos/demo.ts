import type { Type } from '@nestjs/common';
import type { AgentDefinition, DemoRules } from '../index';

/** One demo domain, as the app lists it. */
export interface Demo {
  readonly agent: AgentDefinition;
  readonly module: Type<unknown>;
  /** What the offline demo model says for this agent. */
  readonly rules: DemoRules;
}
