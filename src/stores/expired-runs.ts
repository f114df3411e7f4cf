import type { Kysely } from 'kysely';
import { OPEN } from './lease-rules';
import type { StoreSchema } from './schema';

/** Deletes at most `most` runs that have ended, the last fact of which is older than `before` (epoch ms), and gives their number. */
export function deleteExpired(database: Kysely<StoreSchema>, before: number, most: number): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('runs')
      .select('run_id')
      .where('status', 'not in', OPEN)
      .where('last_at', '<', before)
      .orderBy('last_at')
      .orderBy('run_id')
      .limit(most)
      .execute();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ run_id }) => run_id);
    await transaction.deleteFrom('run_events').where('run_id', 'in', ids).execute();
    const { numDeletedRows } = await transaction
      .deleteFrom('runs')
      .where('run_id', 'in', ids)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}
