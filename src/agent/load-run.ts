import { RunNotFoundError } from '../core/errors';
import { fold, type Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { RunStore } from '../core/run-store';

/** The facts of a run so far, in order. @throws RunNotFoundError, also for another tenant's run; StoreError */
export async function loadEvents(store: RunStore, tenant: string, runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of store.events(tenant, runId)) events.push(event);
  if (events.length === 0) throw new RunNotFoundError(`No run ${runId.slice(0, 64)}`);
  return events;
}

/** The run so far. @throws what `loadEvents` throws */
export const loadRun = async (store: RunStore, tenant: string, runId: string): Promise<Run> =>
  fold(await loadEvents(store, tenant, runId));
