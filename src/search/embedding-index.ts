import type { Kysely } from 'kysely';
import { ToolError } from '../core/errors';
import { queryTerms } from './bigrams';
import type { Embedder } from './embedder';
import { excerpt } from './excerpt';
import { LexicalIndex } from './lexical-index';
import { rerank } from './rerank';
import type { SearchDocument, SearchHit, SearchIndex } from './search-index';
import { contentHash, VectorTable } from './vector-table';

export interface VectorIndexOptions {
  /** SQLite with FTS5, or Postgres. */
  readonly database: Kysely<object>;
  /** Name of the lexical table; `<table>_vectors` is created beside it. */
  readonly table: string;
  readonly embedder: Embedder;
  /** Called with a sentence for the log whenever the lexical index answers alone. */
  readonly onFallback?: (warning: string) => void;
}

/** How many of each ranking are fused. */
const CANDIDATES = 20;
/** Longest text that is embedded, in UTF-16 units: models take 8,192 tokens, some only 512 and cut the rest themselves. */
const MAX_EMBEDDED_CHARS = 6000;

/** Vector and lexical search together, reranked; the lexical one alone while the embedding endpoint is away. */
export class VectorIndex implements SearchIndex {
  readonly #lexical: LexicalIndex;
  readonly #vectors: VectorTable;
  #documents: ReadonlyMap<string, SearchDocument> = new Map();
  #fellBack = false;

  /** @throws ConfigError when the table name is no plain identifier. */
  constructor(private readonly options: VectorIndexOptions) {
    const { database, table, embedder } = options;
    this.#lexical = new LexicalIndex({ database, table });
    this.#vectors = new VectorTable(database, `${table}_vectors`, embedder.model);
  }

  /** `vector`, or `lexical` while the last search had to do without vectors. */
  get name(): string {
    return this.#fellBack ? this.#lexical.name : 'vector';
  }

  /** Makes these documents the content of the index. Asks no endpoint: the first search embeds what is new. */
  async load(documents: readonly SearchDocument[]): Promise<void> {
    await this.#lexical.load(documents);
    await this.#vectors.create();
    this.#documents = new Map(documents.map((document) => [document.id, document]));
  }

  async search(query: string, limit: number, signal: AbortSignal): Promise<SearchHit[]> {
    const terms = queryTerms(query);
    if (terms.length === 0) return [];
    const nearest = await this.#nearestOrFallBack(query, signal);
    if (!nearest) return this.#lexical.search(query, limit, signal);
    const lexical = await this.#lexical.search(query, CANDIDATES, signal);
    const found = rerank(query, [nearest, lexical.map(({ id }) => id)], this.#documents);
    return found.slice(0, limit).map(({ document: { id, title, body }, score }) => ({
      id,
      title,
      text: excerpt(body, terms),
      score,
    }));
  }

  async #nearestOrFallBack(query: string, signal: AbortSignal): Promise<string[] | undefined> {
    try {
      const ids = await this.#nearest(query, signal);
      this.#fellBack = false;
      return ids;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ToolError)) throw error;
      this.#fellBack = true;
      this.options.onFallback?.(`Vector search is off, lexical search answers: ${error.message}`);
      return undefined;
    }
  }

  /** Ids of the nearest documents, nearest first. */
  async #nearest(query: string, signal: AbortSignal): Promise<string[]> {
    const [vector] = await this.options.embedder.embed([query.slice(0, MAX_EMBEDDED_CHARS)], signal);
    const vectors = await this.#embedDocuments(vector?.length ?? 0, signal);
    const scored = [...this.#documents.values()].flatMap((document) => {
      const stored = vectors.get(contentHash(document));
      return stored && vector ? [{ id: document.id, score: cosine(stored, vector) }] : [];
    });
    return scored
      .sort((a, b) => b.score - a.score)
      .slice(0, CANDIDATES)
      .map(({ id }) => id);
  }

  /**
   * Vectors of all documents by content hash. Those that are not stored yet are made, in small parts so that none is paid twice;
   * so are those of another length than the query's: the endpoint now serves another model under the same name.
   */
  async #embedDocuments(length: number, signal: AbortSignal): Promise<Map<string, Float32Array>> {
    const vectors = await this.#vectors.read();
    const missing = [...this.#documents.values()].filter(
      (document) => vectors.get(contentHash(document))?.length !== length,
    );
    const { embedder } = this.options;
    for (let from = 0; from < missing.length; from += CANDIDATES) {
      const part = missing.slice(from, from + CANDIDATES);
      const texts = part.map(({ title, body }) => `${title}\n${body}`.slice(0, MAX_EMBEDDED_CHARS));
      const made = await embedder.embed(texts, signal);
      for (const [index, document] of part.entries()) {
        const vector = made[index];
        if (!vector) continue;
        vectors.set(contentHash(document), vector);
        await this.#vectors.write(contentHash(document), vector);
      }
    }
    return vectors;
  }
}

/** From -1 to 1. @throws ToolError for vectors of different lengths. */
export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) {
    throw new ToolError(`The embedding endpoint answered with vectors of ${a.length} and of ${b.length} numbers`);
  }
  let dot = 0;
  let squareA = 0;
  let squareB = 0;
  a.forEach((value, index) => {
    const other = b[index] ?? 0;
    dot += value * other;
    squareA += value * value;
    squareB += other * other;
  });
  return squareA === 0 || squareB === 0 ? 0 : dot / Math.sqrt(squareA * squareB);
}
