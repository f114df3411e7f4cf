import { databaseClock } from '../../src/stores/database-clock';
import { STUCK_AFTER_MS } from './client';
import type { Count } from './figures';
import type { TestDatabase } from './stored-runs';

const LOOK_EVERY_MS = 500;

/**
 * Counts as stuck each run that is to be moved and that nobody holds for 30 s, whatever dies meanwhile.
 * @returns stops it.
 */
export function watchLeases(database: TestDatabase, count: Count): () => Promise<void> {
  /** Since when, by the monotonic clock. */
  let freeSince = new Map<string, number>();
  let isOver = false;
  const look = async (): Promise<void> => {
    const rows = await database
      .selectFrom('runs')
      .select('run_id')
      .where('status', 'in', ['queued', 'running'])
      .where((where) =>
        where.or([where('lease_until', 'is', null), where('lease_until', '<=', databaseClock(database))]),
      )
      .execute();
    const now = performance.now();
    freeSince = new Map(rows.map(({ run_id }) => [run_id, freeSince.get(run_id) ?? now]));
    for (const [runId, since] of freeSince) {
      if (now - since <= STUCK_AFTER_MS) continue;
      count.stuck += 1;
      freeSince.set(runId, Infinity); // once
    }
  };
  const watching = (async () => {
    while (!isOver) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  })();
  return () => {
    isOver = true;
    return watching;
  };
}
