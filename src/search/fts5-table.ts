import { sql, type Kysely, type Transaction } from 'kysely';
import { documentTerms } from './bigrams';
import type { SearchDocument } from './search-index';
import { TITLE_WEIGHT, type FoundDocument, type TermTable } from './term-table';

/** SQLite's FTS5. */
export class Fts5Table implements TermTable {
  readonly #table;

  constructor(name: string) {
    this.#table = sql.table(name);
  }

  /** The ascii tokenizer splits at ASCII separators only and leaves every other character alone, which is what made terms need. */
  async create(transaction: Transaction<object>): Promise<void> {
    await sql`create virtual table if not exists ${this.#table} using fts5(
      id unindexed, title_terms, body_terms, title unindexed, body unindexed, tokenize = 'ascii')`.execute(transaction);
  }

  async insert(transaction: Transaction<object>, { id, title, body }: SearchDocument): Promise<void> {
    await sql`insert into ${this.#table} (id, title_terms, body_terms, title, body)
      values (${id}, ${documentTerms(title).join(' ')}, ${documentTerms(body).join(' ')}, ${title}, ${body})`.execute(
      transaction,
    );
  }

  async clear(transaction: Transaction<object>): Promise<void> {
    await sql`delete from ${this.#table}`.execute(transaction);
  }

  /** Terms are letters and digits only, so quoted they are words to FTS5, never operators. */
  async match(database: Kysely<object>, terms: readonly string[], limit: number): Promise<FoundDocument[]> {
    const expression = terms.map((term) => `"${term}"`).join(' OR ');
    const rank = sql`bm25(${this.#table}, 0, ${TITLE_WEIGHT}, 1, 0, 0)`;
    const { rows } = await sql<FoundDocument>`select id, title, body, -${rank} as score from ${this.#table}
      where ${this.#table} match ${expression} order by score desc, id limit ${limit}`.execute(database);
    return rows;
  }
}
