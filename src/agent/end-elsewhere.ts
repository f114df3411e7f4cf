import { setTimeout as sleep } from 'node:timers/promises';
import { isWaiting, type Run } from '../core/run';
import type { RunStore } from '../core/run-store';
import { loadRun } from './load-run';

/** A run that another process has is looked up this often. */
const LOOK_MS = 250;

/**
 * Waits for what becomes of a run that another process took from this one, because this one hung or to cancel the run. Gives the
 * run as it is when `isStopping`, or when nobody waits for it any more.
 * @throws StoreError, RunNotFoundError
 */
export async function endElsewhere(
  { store, isStopping }: { store: RunStore; isStopping: () => boolean },
  { tenant, id }: Run,
  signal: AbortSignal,
): Promise<Run> {
  for (;;) {
    const run = await loadRun(store, tenant, id);
    if (run.outcome || isWaiting(run) || isStopping() || signal.aborted) return run;
    await sleep(LOOK_MS);
  }
}
