import { documentTerms } from './bigrams';

/** Longest text of a hit, in UTF-16 units. */
export const MAX_EXCERPT_CHARS = 800;

const SENTENCE_ENDS = new Set(['。', '！', '？', '.', '!', '?', '\n']);

/** The whole body when it is short, else the sentences around the one that holds most of the terms; `…` marks what was left out. */
export function excerpt(body: string, terms: readonly string[], maxChars = MAX_EXCERPT_CHARS): string {
  if (body.length <= maxChars) return body;
  const sentences = sentencesOf(body, maxChars);
  let from = bestOf(sentences, new Set(terms));
  let to = from + 1;
  let length = sentences[from]?.length ?? 0;
  for (let grew = true; grew;) {
    grew = false;
    for (const [index, isAfter] of [
      [to, true],
      [from - 1, false],
    ] as const) {
      const next = sentences[index];
      if (next === undefined || length + next.length > maxChars) continue;
      length += next.length;
      grew = true;
      if (isAfter) to += 1;
      else from -= 1;
    }
  }
  const text = sentences.slice(from, to).join('').trim();
  return `${from > 0 ? '…' : ''}${text}${to < sentences.length ? '…' : ''}`;
}

function bestOf(sentences: readonly string[], terms: ReadonlySet<string>): number {
  let best = 0;
  let most = 0;
  sentences.forEach((sentence, index) => {
    const found = new Set(documentTerms(sentence).filter((term) => terms.has(term))).size;
    if (found > most) [best, most] = [index, found];
  });
  return best;
}

/** Joined, they are the body again. A sentence without an end is cut at `maxChars`. */
function sentencesOf(body: string, maxChars: number): string[] {
  const sentences: string[] = [];
  let current = '';
  for (const character of body) {
    current += character;
    if (SENTENCE_ENDS.has(character) || current.length >= maxChars - 1) {
      sentences.push(current);
      current = '';
    }
  }
  return current ? [...sentences, current] : sentences;
}
