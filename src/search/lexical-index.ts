import { createHash } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { ConfigError, ToolError } from '../core/errors';
import { documentTerms, queryTerms } from './bigrams';
import { excerpt } from './excerpt';
import type { SearchDocument, SearchHit, SearchIndex } from './search-index';

export interface LexicalIndexOptions {
  /** SQLite with FTS5. */
  readonly database: Kysely<object>;
  /** Name of the FTS5 table, lower case, at most 40 characters; `<table>_version` is created beside it. */
  readonly table: string;
}

/** Part of the content hash: raise it when terms are made differently, so that stored indexes are rebuilt. */
const TERMS_VERSION = 1;
/** A longer query is a pasted text: its first terms tell what it is about, and FTS5 stays quick. */
const MAX_QUERY_TERMS = 128;
/** How much more a match in the title counts than one in the body. */
const TITLE_WEIGHT = 4;

interface Row {
  id: string;
  title: string;
  body: string;
  score: number;
}

/** Full-text search that needs no service: our own terms in an FTS5 table, ranked by bm25; one matching term is enough. */
export class LexicalIndex implements SearchIndex {
  readonly name = 'lexical';
  readonly #database: Kysely<object>;
  readonly #table: string;
  #isCreated = false;

  /** @throws ConfigError when the table name is no plain identifier. */
  constructor({ database, table }: LexicalIndexOptions) {
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(table)) {
      throw new ConfigError(
        `The table of a LexicalIndex must match [a-z][a-z0-9_]{0,39}, got ${JSON.stringify(table)}`,
      );
    }
    this.#database = database;
    this.#table = table;
  }

  /** Makes these documents the content of the index; does nothing when they are already. Call it before the first search. */
  async load(documents: readonly SearchDocument[]): Promise<void> {
    const hash = hashOf(documents);
    // the transaction takes the write lock of the whole file, so a load that changes nothing does without it
    if (this.#isCreated && (await this.#storedHash(this.#database)) === hash) return;
    await this.#database.transaction().execute(async (transaction) => {
      await this.#createTables(transaction);
      if ((await this.#storedHash(transaction)) === hash) return;
      await sql`delete from ${sql.table(this.#table)}`.execute(transaction);
      for (const document of documents) await this.#insert(transaction, document);
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

  /** Terms are letters and digits only, so quoted they are words to FTS5, never operators. */
  async #match(terms: readonly string[], limit: number): Promise<Row[]> {
    const table = sql.table(this.#table);
    const expression = terms.map((term) => `"${term}"`).join(' OR ');
    const rank = sql`bm25(${table}, 0, ${TITLE_WEIGHT}, 1, 0, 0)`;
    try {
      const { rows } = await sql<Row>`select id, title, body, -${rank} as score from ${table}
        where ${table} match ${expression} order by score desc, id limit ${limit}`.execute(this.#database);
      return rows;
    } catch (error) {
      throw new ToolError('The search index cannot be read now; try again later or answer without it', {
        cause: error,
      });
    }
  }

  get #versions() {
    return sql.table(`${this.#table}_version`);
  }

  /** The ascii tokenizer splits at ASCII separators only and leaves every other character alone, which is what made terms need. */
  async #createTables(transaction: Transaction<object>): Promise<void> {
    await sql`create virtual table if not exists ${sql.table(this.#table)} using fts5(
      id unindexed, title_terms, body_terms, title unindexed, body unindexed, tokenize = 'ascii')`.execute(transaction);
    await sql`create table if not exists ${this.#versions} (hash text not null)`.execute(transaction);
  }

  async #storedHash(database: Kysely<object>): Promise<string | undefined> {
    const { rows } = await sql<{ hash: string }>`select hash from ${this.#versions}`.execute(database);
    return rows[0]?.hash;
  }

  async #insert(transaction: Transaction<object>, { id, title, body }: SearchDocument): Promise<void> {
    await sql`insert into ${sql.table(this.#table)} (id, title_terms, body_terms, title, body)
      values (${id}, ${documentTerms(title).join(' ')}, ${documentTerms(body).join(' ')}, ${title}, ${body})`.execute(
      transaction,
    );
  }
}

const hashOf = (documents: readonly SearchDocument[]): string =>
  createHash('sha256')
    .update(JSON.stringify([TERMS_VERSION, ...documents.map(({ id, title, body }) => [id, title, body])]))
    .digest('hex');
