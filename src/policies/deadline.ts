import { answerReserveMs } from '../core/agent-definition';
import type { TerminationPolicy } from '../core/policy';

/** Stops between steps while there is still time for a forced answer; a call in flight is cut by the run's signal at `ms`. */
export const deadlinePolicy =
  (ms: number): TerminationPolicy =>
  ({ activeMs }) =>
    activeMs >= ms - answerReserveMs(ms) ? 'deadline' : undefined;
