import { documentTerms, queryTerms } from './bigrams';
import type { SearchDocument } from './search-index';

/** The usual constant of reciprocal rank fusion: it keeps a first place in one list from outvoting good places in both. */
const RANK_OFFSET = 60;
const TITLE_SHARE = 0.3;
const BODY_SHARE = 0.1;

/**
 * Joins several rankings of document ids into one, best first.
 * Ranks are fused because cosines and bm25 scores have no common scale; then the share of the query's terms that the title and the
 * body hold decides between documents that rank alike.
 */
export function rerank(
  query: string,
  rankings: readonly (readonly string[])[],
  documents: ReadonlyMap<string, SearchDocument>,
): { document: SearchDocument; score: number }[] {
  const terms = queryTerms(query);
  const fused = fuse(rankings);
  const best = rankings.length / (RANK_OFFSET + 1);
  const scored = [...fused].flatMap(([id, score]) => {
    const document = documents.get(id);
    if (!document) return [];
    const overlap = TITLE_SHARE * shareIn(document.title, terms) + BODY_SHARE * shareIn(document.body, terms);
    return [{ document, score: score / best + overlap }];
  });
  return scored.sort((a, b) => b.score - a.score || (a.document.id < b.document.id ? -1 : 1));
}

function fuse(rankings: readonly (readonly string[])[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const ranking of rankings) {
    ranking.forEach((id, index) => scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_OFFSET + index + 1)));
  }
  return scores;
}

function shareIn(text: string, terms: readonly string[]): number {
  const held = new Set(documentTerms(text));
  return terms.length === 0 ? 0 : terms.filter((term) => held.has(term)).length / terms.length;
}
