import type { Limits } from '../core/agent-definition';
import type { TerminationPolicy } from '../core/policy';
import { deadlinePolicy } from './deadline';
import { malformedLimit } from './malformed-limit';
import { idle } from './progress';
import { stepLimit } from './step-limit';
import { tokenBudget } from './token-budget';

export { nudge } from './progress';
export { AUTO, protocolOf } from './protocol-ladder';

/** The policies of a run, the most telling reason first. */
export const policiesFrom = (limits: Limits): TerminationPolicy[] => [
  malformedLimit(limits.malformedReplies),
  idle,
  stepLimit(limits.maxSteps),
  tokenBudget(limits.maxTokens),
  deadlinePolicy(limits.deadlineMs),
];
