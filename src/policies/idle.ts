import type { TerminationPolicy } from '../core/policy';
import type { Step } from '../core/run';

/** Stops when the last `repeats` steps asked for exactly the same thing and observed exactly the same. */
export const idle =
  (repeats: number): TerminationPolicy =>
  ({ steps }) => {
    if (steps.length < repeats) return undefined;
    const [first, ...rest] = steps.slice(-repeats).map(fingerprint);
    return first !== undefined && rest.every((other) => other === first) ? 'idle' : undefined;
  };

/** A reply without an action repeats nothing. */
const fingerprint = ({ actions }: Step): string | undefined =>
  actions.length > 0
    ? JSON.stringify(
        actions.map(({ call, input, observation }) => [call.name, input ?? call.input, observation?.content]),
      )
    : undefined;
