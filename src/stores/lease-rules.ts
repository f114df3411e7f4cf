import { statusOf } from '../core/react-result';
import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';

/** What a process moves; a run that waits for a person needs none, and nobody holds it. */
export const MOVING = ['queued', 'running'] as const;

/** What has not ended. */
export const OPEN = [...MOVING, 'waiting'] as const;

export const isMoving = (run: Run): boolean => (MOVING as readonly string[]).includes(statusOf(run));

/**
 * Whether a fact is more than that something was begun: a run whose processes end one after the other, each at the same
 * place, records only beginnings.
 */
export const getsOn = ({ type }: RunEvent): boolean => type !== 'step.started' && type !== 'tool.started';
