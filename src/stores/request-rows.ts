import type { Kysely } from 'kysely';
import type { StoreSchema } from './schema';
import { storableText } from './storable-text';

/** The run that a request started after `since`; from an older one the key is taken away, so that it can start another. */
export async function runOfRequest(
  database: Kysely<StoreSchema>,
  tenant: string,
  key: string,
  since: number,
): Promise<{ runId: string; hash: string } | undefined> {
  const found = await database
    .selectFrom('runs')
    .select(['run_id', 'request_hash', 'started_at'])
    .where('tenant', '=', storableText(tenant))
    .where('request_key', '=', storableText(key))
    .executeTakeFirst();
  if (!found) return undefined;
  if (Number(found.started_at) > since) return { runId: found.run_id, hash: found.request_hash ?? '' };
  await database.updateTable('runs').set({ request_key: null }).where('run_id', '=', found.run_id).execute();
  return undefined;
}
