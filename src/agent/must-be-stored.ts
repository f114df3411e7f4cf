import type { RunEvent } from '../core/run-event';

/** What the outside may already see or feel once the loop goes on: a model call, a write, a pause, the end. */
export const mustBeStored = (event: RunEvent): boolean =>
  event.type === 'step.started' ||
  event.type === 'run.finished' ||
  event.type === 'approval.requested' ||
  (event.type === 'tool.started' && event.effect === 'write');
