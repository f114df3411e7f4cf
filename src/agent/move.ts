import type { Deadline } from '../core/deadline';
import { RunConflictError } from '../core/errors';
import type { Run } from '../core/run';
import type { HeldLease } from './run-leases';
import type { RunRecorder } from './run-recorder';

/** A run on its way, and whether it was left behind. */
export interface Move {
  run: Run;
  readonly recorder: RunRecorder;
  readonly lease: HeldLease;
  limit?: Deadline;
  isLeft: boolean;
}

export const takenAway = (runId: string): RunConflictError =>
  Object.assign(new RunConflictError('Another process has this run now; read it again'), { runId });
