import type { Limits } from '../core/agent-definition';
import type { TerminationPolicy } from '../core/policy';
import { deadlinePolicy } from './deadline';
import { idle } from './idle';
import { malformedLimit } from './malformed-limit';
import { stepLimit } from './step-limit';
import { tokenBudget } from './token-budget';

/** The policies of a run, the most telling reason first. */
export const policiesFrom = (limits: Limits): TerminationPolicy[] => [
  malformedLimit(limits.malformedReplies),
  idle(limits.idleSteps),
  stepLimit(limits.maxSteps),
  tokenBudget(limits.maxTokens),
  deadlinePolicy(limits.deadlineMs),
];
