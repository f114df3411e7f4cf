import { Transaction } from 'kysely';
import type { ToolContext } from '../core/tool';

/**
 * The store's open transaction, for a tool with `transactional: true`. It ends when the tool ends: the tool neither commits it nor
 * keeps it, and uses no other handle on the same database meanwhile, which in SQLite would wait for this one.
 * @throws Error for a tool that is not transactional
 */
export function transactionOf<Schema>({ transaction }: Pick<ToolContext, 'transaction'>): Transaction<Schema> {
  if (transaction instanceof Transaction) return transaction as Transaction<Schema>;
  throw new Error('There is no transaction here: write `transactional: true` in the @ReActTool of this tool');
}
