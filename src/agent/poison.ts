import type { Action, Run } from '../core/run';
import type { Outcome } from '../core/run-event';

/** Processes that may end, or hang for longer than their lease, while they move a run at the same place. */
const MOST_LAPSES = 3;

/**
 * The end of a run that takes its processes with it: at the same place, which the store counts, or in the same write again and
 * again, after which the run gets on only to ask for that write once more. Undefined for a run that may be moved on.
 */
export function endOfPoison(run: Run, lapses: number): Outcome | undefined {
  const inFlight = run.steps.at(-1)?.actions.filter(({ state }) => state === 'started') ?? [];
  const isSameWrite = lapses > 0 && inFlight.some((action) => unknownBefore(run, action) + 1 >= MOST_LAPSES);
  if (lapses < MOST_LAPSES && !isSameWrite) return undefined;
  const names = inFlight.map(({ call }) => call.name).join(', ');
  const where = names === '' ? 'at the same place' : `in the same call of ${names}`;
  const message = `The process that moved this run ended or hung ${MOST_LAPSES} times ${where}; it is not tried again.`;
  return { status: 'failed', code: 'interrupted', message, retryable: false };
}

/** How often the same write had an unknown effect before. */
function unknownBefore(run: Run, { call, effect, input }: Action): number {
  if (effect !== 'write') return 0;
  const same = JSON.stringify(input);
  const earlier = run.steps.slice(0, -1).flatMap(({ actions }) => actions);
  return earlier.filter(
    (action) =>
      action.call.name === call.name &&
      action.observation?.effectUnknown === true &&
      JSON.stringify(action.input) === same,
  ).length;
}
