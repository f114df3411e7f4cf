import type { TerminationPolicy } from '../core/policy';

/** Stops when the last `max` replies could not be read. */
export const malformedLimit =
  (max: number): TerminationPolicy =>
  ({ steps }) =>
    steps.length >= max && steps.slice(-max).every(({ decision }) => decision.kind === 'malformed')
      ? 'malformed_replies'
      : undefined;
