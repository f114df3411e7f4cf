import type { Embedder } from '../../index';

/** The `SearchIndex` behind `searchKnowledge`; override it to ask a search engine of your own. */
export const BITMALL_KNOWLEDGE = Symbol('BITMALL_KNOWLEDGE');

/** Optional: an `Embedder` turns vector search on. */
export const KNOWLEDGE_EMBEDDER = Symbol('KNOWLEDGE_EMBEDDER');
export type KnowledgeEmbedder = Embedder | undefined;
