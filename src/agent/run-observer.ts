import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';

/** A reader of stored facts: a log, metrics, spans. Called after the commit, in order; must not throw and must not block. */
export interface RunObserver {
  onFact(event: RunEvent, run: Run): void;
}
