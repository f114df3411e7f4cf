import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { ConfigError, ToolError } from '../core/errors';
import { queryTerms } from './bigrams';
import { excerpt } from './excerpt';
import { Fts5Table } from './fts5-table';
import { isPostgres, takeTurn } from './postgres';
import type { SearchDocument, SearchHit, SearchIndex } from './search-index';
import type { FoundDocument, TermTable } from './term-table';
import { TsvectorTable } from './tsvector-table';

export interface LexicalIndexOptions {
  /** SQLite with FTS5, or Postgres. */
  readonly database: Kysely<object>;
  /** Name of the table of terms, lower case, at most 40 characters; `<table>_version` is created beside it. */
  readonly table: string;
}

/** Part of the content hash: raise it when terms are made differently, so that stored indexes are rebuilt. */
const TERMS_VERSION = 1;
/** A longer query is a pasted text: its first terms tell what it is about, and the database stays quick. */
const MAX_QUERY_TERMS = 128;

/** Full-text search in the app's database: our own terms, ranked by bm25; one matching term is enough. */
export class LexicalIndex implements SearchIndex {
  readonly name = 'lexical';
  readonly #database: Kysely<object>;
  readonly #name: string;
  readonly #table: TermTable;
  #isCreated = false;

  /** @throws ConfigError when the table name is no plain identifier. */
  constructor({ database, table }: LexicalIndexOptions) {
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(table)) {
      throw new ConfigError(
        `The table of a LexicalIndex must match [a-z][a-z0-9_]{0,39}, got ${JSON.stringify(table)}`,
      );
    }
    this.#database = database;
    this.#name = table;
    this.#table = isPostgres(database) ? new TsvectorTable(table) : new Fts5Table(table);
  }

  /** Makes these documents the content of the index; does nothing when they are already. Call it before the first search. */
  async load(documents: readonly SearchDocument[]): Promise<void> {
    const hash = hashOf(documents);
    // the transaction takes the write lock of the whole file, so a load that changes nothing does without it
    if (this.#isCreated && (await this.#storedHash(this.#database)) === hash) return;
    await this.#database.transaction().execute(async (transaction) => {
      await takeTurn(transaction, this.#name);
      await this.#table.create(transaction);
      await sql`create table if not exists ${this.#versions} (hash text not null)`.execute(transaction);
      if ((await this.#storedHash(transaction)) === hash) return;
      await this.#table.clear(transaction);
      for (const document of documents) await this.#table.insert(transaction, document);
      await sql`delete from ${this.#versions}`.execute(transaction);
      await sql`insert into ${this.#versions} (hash) values (${hash})`.execute(transaction);
    });
    this.#isCreated = true;
  }

  async search(query: string, limit: number, signal: AbortSignal): Promise<SearchHit[]> {
    signal.throwIfAborted();
    const terms = queryTerms(query).slice(0, MAX_QUERY_TERMS);
    if (terms.length === 0) return [];
    const rows = await this.#match(terms, limit);
    return rows.map(({ id, title, body, score }) => ({ id, title, text: excerpt(body, terms), score }));
  }

  async #match(terms: readonly string[], limit: number): Promise<FoundDocument[]> {
    try {
      return await this.#table.match(this.#database, terms, limit);
    } catch (error) {
      throw new ToolError('The search index cannot be read now; try again later or answer without it', {
        cause: error,
      });
    }
  }

  get #versions() {
    return sql.table(`${this.#name}_version`);
  }

  async #storedHash(database: Kysely<object>): Promise<string | undefined> {
    const { rows } = await sql<{ hash: string }>`select hash from ${this.#versions}`.execute(database);
    return rows[0]?.hash;
  }
}

const hashOf = (documents: readonly SearchDocument[]): string =>
  createHash('sha256')
    .update(JSON.stringify([TERMS_VERSION, ...documents.map(({ id, title, body }) => [id, title, body])]))
    .digest('hex');
