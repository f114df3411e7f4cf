import { apply, type Run } from '../../src/core/run';
import type { Fact, RunEvent } from '../../src/core/run-event';
import type { RunStore } from '../../src/core/run-store';
import { eventsOf, STARTED_AT } from './builders';

export interface AppendOptions {
  /** Events per append. @default all in one */
  readonly size?: number;
  readonly startedAt?: number;
}

/** Appends a run's facts as the service does, and gives the run after the last of them. */
export async function appendRun(
  store: RunStore,
  runId: string,
  facts: readonly Fact[],
  { size = facts.length, startedAt = STARTED_AT }: AppendOptions = {},
): Promise<Run> {
  const run = await appendEvents(store, undefined, eventsOf(runId, facts, startedAt), size);
  if (!run) throw new Error('A run needs at least one fact');
  return run;
}

/** Appends events that follow `run`, `size` at a time. */
export async function appendEvents(
  store: RunStore,
  run: Run | undefined,
  events: readonly RunEvent[],
  size = events.length,
): Promise<Run | undefined> {
  let moved = run;
  for (let from = 0; from < events.length; from += size) {
    const group = events.slice(from, from + size);
    for (const event of group) moved = apply(moved, event);
    if (moved) await store.append(group, moved);
  }
  return moved;
}

/** Reads a run's events to the end. */
export async function readEvents(
  store: RunStore,
  tenant: string,
  runId: string,
  afterSeq?: number,
): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of store.events(tenant, runId, afterSeq)) events.push(event);
  return events;
}
