import { apply, type Run } from '../core/run';
import type { Fact, Outcome, RunEvent } from '../core/run-event';
import { UNKNOWN_EFFECT } from '../core/settle-actions';

/** The last events of a run that ends from outside its loop. A write in flight may have happened: the result must show it. */
export function endOf(run: Run, outcome: Outcome): { event: RunEvent; run: Run }[] {
  const writing =
    run.steps.at(-1)?.actions.filter(({ state, effect }) => state === 'started' && effect === 'write') ?? [];
  const facts: Fact[] = writing.map(({ call }) => ({
    type: 'tool.finished',
    callId: call.id,
    observation: UNKNOWN_EFFECT,
  }));
  facts.push({ type: 'run.finished', outcome });
  const at = Date.now();
  let ended = run;
  return facts.map((fact) => {
    const event: RunEvent = { runId: run.id, seq: ended.seq + 1, at, ...fact };
    ended = apply(ended, event);
    return { event, run: ended };
  });
}
