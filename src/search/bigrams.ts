const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD = /[\p{L}\p{N}\p{M}]/u;

interface Chunk {
  readonly kind: 'cjk' | 'word';
  readonly characters: string[];
}

/**
 * Terms under which a text is found, in order and with repeats: lower-cased words, and for a run of Chinese, Japanese or Korean
 * characters each pair of neighbours and each single character.
 * Pairs because Chinese writes no spaces: SQLite's and Postgres' own tokenizers miss two-character words such as 退款.
 */
export function documentTerms(text: string): string[] {
  return chunksOf(text).flatMap(({ kind, characters }) =>
    kind === 'word' ? [characters.join('')] : [...pairs(characters), ...characters],
  );
}

/** Distinct terms to look for: like those of a document, but single characters only where one stands alone. */
export function queryTerms(text: string): string[] {
  const terms = chunksOf(text).flatMap(({ kind, characters }) =>
    kind === 'word' || characters.length === 1 ? [characters.join('')] : pairs(characters),
  );
  return [...new Set(terms)];
}

const pairs = (characters: readonly string[]): string[] =>
  characters.slice(1).map((character, index) => `${characters[index]}${character}`);

/** NFKC makes full-width letters and digits plain. All that is no letter and no digit, emoji and quotes included, only separates. */
function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let open: Chunk | undefined;
  for (const character of text.normalize('NFKC').toLowerCase()) {
    const kind = CJK.test(character) ? 'cjk' : WORD.test(character) ? 'word' : undefined;
    if (!kind) open = undefined;
    else if (open?.kind === kind) open.characters.push(character);
    else chunks.push((open = { kind, characters: [character] }));
  }
  return chunks;
}
