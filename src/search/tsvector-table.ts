import { sql, type Kysely, type Transaction } from 'kysely';
import { documentTerms } from './bigrams';
import type { SearchDocument } from './search-index';
import { TITLE_WEIGHT, type FoundDocument, type TermTable } from './term-table';

/** In code points; Postgres takes 2,046 bytes. Of a longer word the beginning is what is searched. */
const MAX_TERM_CHARS = 255;
/** Highest position in a tsvector, and most positions of one term. */
const LAST_POSITION = 16_383;
const MAX_POSITIONS = 255;

/** The usual constants of bm25, as FTS5 has them. */
const K1 = 1.2;
const B = 0.75;

/**
 * Postgres' full-text search. The terms are written as a tsvector at once: its own parsers would split them anew, and read some, such
 * as 1e5, as numbers. Its own rankings know nothing of how rare a term is, so bm25 is computed here, of the documents that match.
 */
export class TsvectorTable implements TermTable {
  readonly #table;
  readonly #index;

  constructor(name: string) {
    this.#table = sql.table(name);
    this.#index = sql.ref(`${name}_terms`);
  }

  async create(transaction: Transaction<object>): Promise<void> {
    await sql`create table if not exists ${this.#table} (
      id text collate "C" not null, title text not null, body text not null,
      length integer not null, terms tsvector not null)`.execute(transaction);
    await sql`create index if not exists ${this.#index} on ${this.#table} using gin (terms)`.execute(transaction);
  }

  async insert(transaction: Transaction<object>, { id, title, body }: SearchDocument): Promise<void> {
    const [titleTerms, bodyTerms] = [documentTerms(title), documentTerms(body)];
    await sql`insert into ${this.#table} (id, title, body, length, terms) values (${id}, ${title}, ${body},
      ${titleTerms.length + bodyTerms.length}, ${tsvectorOf(titleTerms, bodyTerms)}::tsvector)`.execute(transaction);
  }

  async clear(transaction: Transaction<object>): Promise<void> {
    await sql`delete from ${this.#table}`.execute(transaction);
  }

  async match(database: Kysely<object>, terms: readonly string[], limit: number): Promise<FoundDocument[]> {
    const wanted = terms.map(shortened);
    const anyOf = wanted.map((term) => `'${term}'`).join(' | ');
    const { rows } = await sql<FoundDocument>`
      with hit as (
        select document.id, document.length, term.lexeme,
          (select sum(case place when 'A' then ${sql.lit(TITLE_WEIGHT)} else 1 end) from unnest(term.weights) as place) as times
        from ${this.#table} as document, unnest(document.terms) as term
        where document.terms @@ ${anyOf}::tsquery and term.lexeme = any(${wanted}::text[])
      ), overall as (
        select count(*)::float8 as documents, greatest(avg(length), 1)::float8 as mean_length from ${this.#table}
      ), rarity as (
        select lexeme, greatest(ln((documents - count(*) + 0.5) / (count(*) + 0.5)), 1e-6) as weight
        from hit, overall group by lexeme, documents
      ), ranked as (
        select hit.id, sum(weight * times * ${sql.lit(K1 + 1)} /
          (times + ${sql.lit(K1)} * (${sql.lit(1 - B)} + ${sql.lit(B)} * hit.length / mean_length)))::float8 as score
        from hit join rarity using (lexeme), overall group by hit.id
      )
      select document.id, document.title, document.body, ranked.score
      from ranked join ${this.#table} as document using (id)
      order by ranked.score desc, document.id limit ${limit}`.execute(database);
    return rows;
  }
}

/** As Postgres reads it: `'退款':1A,7 'order':2A`. Terms are letters and digits only, so nothing in them needs escaping. */
function tsvectorOf(titleTerms: readonly string[], bodyTerms: readonly string[]): string {
  const places = new Map<string, string[]>();
  [...titleTerms, ...bodyTerms].forEach((term, index) => {
    const word = shortened(term);
    const known = places.get(word) ?? [];
    if (known.length < MAX_POSITIONS)
      known.push(`${Math.min(index + 1, LAST_POSITION)}${index < titleTerms.length ? 'A' : ''}`);
    places.set(word, known);
  });
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}

const shortened = (term: string): string =>
  term.length > MAX_TERM_CHARS ? [...term].slice(0, MAX_TERM_CHARS).join('') : term;
