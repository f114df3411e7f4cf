import type { TerminationPolicy } from '../core/policy';
import type { Action, Step } from '../core/run';

/** Stops when the last `repeats` steps asked for exactly the same thing and observed exactly the same. */
export const idle =
  (repeats: number): TerminationPolicy =>
  ({ steps }) => {
    const last = steps.at(-1);
    if (!last || steps.length < repeats || last.actions.length === 0) return undefined; // without an action nothing repeats
    return steps.slice(-repeats, -1).every((step) => isSame(step, last)) ? 'idle' : undefined;
  };

const isSame = (one: Step, other: Step): boolean =>
  one.actions.length === other.actions.length &&
  one.actions.every((action, index) => isSameAction(action, other.actions[index] as Action));

/** What is cheap to compare and mostly differs comes first: this is asked before each step. */
const isSameAction = (one: Action, other: Action): boolean =>
  one.call.name === other.call.name &&
  one.observation?.content === other.observation?.content &&
  JSON.stringify(one.input ?? one.call.input) === JSON.stringify(other.input ?? other.call.input);
