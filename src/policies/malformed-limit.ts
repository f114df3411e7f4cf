import type { TerminationPolicy } from '../core/policy';

/** Stops when the last `max` replies could not be read, all in the same protocol: another one is a new chance. */
export const malformedLimit =
  (max: number): TerminationPolicy =>
  ({ steps }) => {
    const { protocol } = steps.at(-1) ?? {};
    return steps.length >= max &&
      steps.slice(-max).every((step) => step.decision.kind === 'malformed' && step.protocol === protocol)
      ? 'malformed_replies'
      : undefined;
  };
