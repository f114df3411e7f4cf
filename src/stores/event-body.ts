import { StoreError } from '../core/errors';
import type { RunEvent } from '../core/run-event';

/** Exhaustive by type: an event that a newer version wrote is refused, since folding without it would give another run. */
const STORED: Record<Exclude<RunEvent['type'], 'text.delta'>, true> = {
  'run.started': true,
  'step.started': true,
  'model.replied': true,
  'approval.requested': true,
  'approval.resolved': true,
  'tool.started': true,
  'tool.finished': true,
  'context.compacted': true,
  'run.finished': true,
};

/** The first `seq` after a position that a caller gave: anything before the first fact means from the start. */
export const firstAfter = (afterSeq: number): number => Math.max(0, Math.trunc(afterSeq)) + 1;

/**
 * The event in a stored body. `__proto__` stays a key like any other.
 * @throws StoreError when the body is not the event with this id and number.
 */
export function eventFrom(body: string, runId: string, seq: number): RunEvent {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw unreadable(runId, seq, { cause });
  }
  if (!isEvent(value) || value.runId !== runId || value.seq !== seq) throw unreadable(runId, seq);
  return value;
}

const isEvent = (value: unknown): value is RunEvent =>
  typeof value === 'object' &&
  value !== null &&
  'runId' in value &&
  'seq' in value &&
  'at' in value &&
  typeof value.at === 'number' &&
  'type' in value &&
  typeof value.type === 'string' &&
  Object.hasOwn(STORED, value.type);

const unreadable = (runId: string, seq: number, options?: ErrorOptions): StoreError =>
  new StoreError(`Event ${seq} of run ${runId} cannot be read: the stored row is damaged`, options);
