import type { TerminationPolicy } from '../core/policy';

/** Stops when the model has had `max` turns. */
export const stepLimit =
  (max: number): TerminationPolicy =>
  ({ steps }) =>
    steps.length >= max ? 'step_limit' : undefined;
