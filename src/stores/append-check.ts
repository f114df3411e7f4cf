import { RunConflictError } from '../core/errors';
import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';

/** Stops a caller's bug before it is on disk: a run whose stored facts have a gap could never be folded again. */
export function checkAppend(events: readonly RunEvent[], run: Run): void {
  const firstSeq = run.seq - events.length + 1;
  events.forEach((event, index) => {
    const belongs = event.runId === run.id && event.seq === firstSeq + index && event.type !== 'text.delta';
    if (!belongs)
      throw new Error(`Event ${event.seq} (${event.type}) is not fact ${firstSeq + index} of run ${run.id}`);
  });
}

/** Somebody else stored these numbers, or the run is another tenant's or gone: which of them is not told. */
export const conflict = (runId: string, firstSeq: number): RunConflictError =>
  new RunConflictError(`Run ${runId} was moved by somebody else before event ${firstSeq}; read it again`);
