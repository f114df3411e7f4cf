import type { SearchDocument, SearchHit, SearchIndex } from '../../index';
import type { DemoDatabase } from '../database/demo-database';
import { bitmallTables } from './bitmall.tables';

/** An index that takes the documents to search. */
export interface LoadableIndex extends SearchIndex {
  load(documents: readonly SearchDocument[]): Promise<void>;
}

/** Searches the articles as the table has them now: an edited article is found by its new words at once, for one read a search. */
export class ArticleIndex implements SearchIndex {
  constructor(
    private readonly database: DemoDatabase,
    private readonly index: LoadableIndex,
  ) {}

  get name(): string {
    return this.index.name;
  }

  async search(query: string, limit: number, signal: AbortSignal): Promise<SearchHit[]> {
    await this.index.load(await this.#articles());
    return this.index.search(query, limit, signal);
  }

  #articles(): Promise<SearchDocument[]> {
    return bitmallTables(this.database)
      .selectFrom('bitmall_articles')
      .select(['id', 'title', 'body'])
      .orderBy('position')
      .orderBy('id')
      .execute();
  }
}
