import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';

/** A reader of stored facts: a log, metrics, spans. Called after the commit, in order; must not block. What it throws is logged and touches no run. */
export interface RunObserver {
  onFact(event: RunEvent, run: Run): void;
}
