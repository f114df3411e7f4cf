/** A piece of text that can be found. */
export interface SearchDocument {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

export interface SearchHit {
  readonly id: string;
  readonly title: string;
  /** The whole body of a short document, or the part around the match. */
  readonly text: string;
  readonly url?: string;
  /** Higher is better; comparable only within one answer. */
  readonly score: number;
}

/** Finds documents by words in any language. */
export interface SearchIndex {
  readonly name: string;
  /** Best first, at most `limit`. @throws ToolError when the engine cannot be asked. */
  search(query: string, limit: number, signal: AbortSignal): Promise<SearchHit[]>;
}
