import { setTimeout as sleep } from 'node:timers/promises';
import { OverloadedError, RunConflictError, RunEndedError } from '../core/errors';
import { isWaiting, type Run } from '../core/run';
import type { RunStore } from '../core/run-store';
import { loadRun } from './load-run';
import type { RunMover } from './run-mover';

/** A run that another process has is looked up this often. */
const LOOK_MS = 250;

interface Sources {
  readonly store: RunStore;
  readonly mover: Pick<RunMover, 'isStopping'>;
  /** Ends the run wherever it is. */
  readonly cancel: () => Promise<Run>;
}

/**
 * What becomes of a run, also when another process took it from this one, because this one hung or to cancel the run.
 * @throws OverloadedError when this process is shutting down before the run has ended or waits; what `moved` throws.
 */
export async function endAnywhere(moved: Promise<Run>, sources: Sources, run: Run, signal: AbortSignal): Promise<Run> {
  const last = await moved.catch((error: unknown) => {
    if (error instanceof RunConflictError) return lookedUp(sources, run, signal);
    throw error;
  });
  if (isSettled(last)) return last;
  const halted = new OverloadedError('The service is shutting down; the run goes on when it starts again');
  throw Object.assign(halted, { runId: run.id });
}

/** As it is when nobody waits for it any more: then it is cancelled, as it would have been here. @throws StoreError, OverloadedError */
async function lookedUp({ store, mover, cancel }: Sources, { tenant, id }: Run, signal: AbortSignal): Promise<Run> {
  for (;;) {
    const run = await loadRun(store, tenant, id);
    if (isSettled(run) || mover.isStopping) return run;
    if (signal.aborted) {
      await cancel().catch((error: unknown) => {
        if (!(error instanceof RunEndedError)) throw error;
      });
      return loadRun(store, tenant, id);
    }
    await sleep(LOOK_MS);
  }
}

const isSettled = (run: Run): boolean => run.outcome !== undefined || isWaiting(run);
