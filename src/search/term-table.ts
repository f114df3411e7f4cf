import type { Kysely, Transaction } from 'kysely';
import type { SearchDocument } from './search-index';

export interface FoundDocument extends SearchDocument {
  /** Higher is better. */
  readonly score: number;
}

/** How much more a match in the title counts than one in the body. */
export const TITLE_WEIGHT = 4;

/** Documents under the terms that the application makes of them, in the full-text search of one kind of database. */
export interface TermTable {
  /** Does nothing when it is there. */
  create(transaction: Transaction<object>): Promise<void>;
  insert(transaction: Transaction<object>, document: SearchDocument): Promise<void>;
  clear(transaction: Transaction<object>): Promise<void>;
  /** Documents with at least one of the terms, ranked by bm25, best first. */
  match(database: Kysely<object>, terms: readonly string[], limit: number): Promise<FoundDocument[]>;
}
