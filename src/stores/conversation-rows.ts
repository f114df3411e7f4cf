import type { Kysely } from 'kysely';
import { ConversationBusyError } from '../core/errors';
import type { ConversationKey } from '../core/run-store';
import { OPEN } from './lease-rules';
import type { StoreSchema } from './schema';
import { storableText } from './storable-text';

/** The key, spelt as the store keeps it. */
export const conversationOf = ({ tenant, conversationId }: ConversationKey): ConversationKey => ({
  tenant: storableText(tenant),
  conversationId: storableText(conversationId),
});

/** Runs without an outcome, oldest first. */
export function openRuns(database: Kysely<StoreSchema>, of: ConversationKey | undefined) {
  const rows = database
    .selectFrom('runs')
    .select(['tenant', 'run_id'])
    .where('status', 'in', OPEN)
    .orderBy('started_at')
    .orderBy('run_id');
  return of ? rows.where('tenant', '=', of.tenant).where('conversation_id', '=', of.conversationId) : rows;
}

/**
 * Deletes a conversation's runs with their events, and gives their number. All of it sees the runs that there were at its beginning:
 * of one that starts meanwhile, elsewhere, nothing is deleted. @throws ConversationBusyError, and the driver's errors
 */
export function forgetRuns(database: Kysely<StoreSchema>, of: ConversationKey): Promise<number> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const open = await openRuns(transaction, of).executeTakeFirst();
      if (open) throw new ConversationBusyError(open.run_id);
      const runs = transaction
        .selectFrom('runs')
        .select('run_id')
        .where('tenant', '=', of.tenant)
        .where('conversation_id', '=', of.conversationId);
      await transaction.deleteFrom('run_events').where('run_id', 'in', runs).execute();
      const { numDeletedRows } = await transaction
        .deleteFrom('runs')
        .where('tenant', '=', of.tenant)
        .where('conversation_id', '=', of.conversationId)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
}
