import type { TerminationPolicy } from '../core/policy';

/** Stops when input and output tokens of all model calls reach `max`. */
export const tokenBudget =
  (max: number): TerminationPolicy =>
  ({ usage }) =>
    usage.inputTokens + usage.outputTokens >= max ? 'token_budget' : undefined;
