import { createRequire } from 'node:module';
import type * as GptTokenizer from 'gpt-tokenizer';
import type { Encoding } from './model-encoding';

type Tokenizer = Pick<typeof GptTokenizer, 'countTokens' | 'setMergeCacheSize'>;

/**
 * Longest piece, in UTF-16 units, that is counted at once: the time for one word grows with the square of its length, and a text
 * may be one word. What is cut in two counts a token more, about one in a hundred.
 */
const PIECE_CHARS = 256;

/** Longest text, in UTF-16 units, that is read whole. Of a longer one pieces are read, evenly spread, and the rest is taken to be alike. */
const MAX_READ_CHARS = 16_384;

/** Words whose tokens are remembered: 100,000 by default, each of them up to a piece long. */
const REMEMBERED_WORDS = 10_000;

/** Words such as `<|endoftext|>` are text like any other when a user or a tool writes them; by default they throw. */
const AS_TEXT = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

const tokenizers = new Map<Encoding, Tokenizer>();

/** Tokens of a text. The first call for an encoding loads it: about 0.1 s and 45 to 75 MB. */
export function countBy(encoding: Encoding, text: string): number {
  const tokenizer = tokenizers.get(encoding) ?? load(encoding);
  const pieces = Math.ceil(text.length / PIECE_CHARS);
  const read = Math.min(pieces, MAX_READ_CHARS / PIECE_CHARS);
  let tokens = 0;
  let chars = 0;
  for (let nth = 0; nth < read; nth++) {
    const from = Math.floor((nth * pieces) / read) * PIECE_CHARS;
    const piece = ownCopy(text.slice(from, from + PIECE_CHARS));
    tokens += tokenizer.countTokens(piece, AS_TEXT);
    chars += piece.length;
  }
  return read === pieces ? tokens : Math.ceil((tokens * text.length) / chars);
}

/** Not at the start of the process: most never need it. */
function load(encoding: Encoding): Tokenizer {
  const tokenizer = createRequire(__filename)(`gpt-tokenizer/encoding/${encoding}`) as Tokenizer;
  tokenizer.setMergeCacheSize(REMEMBERED_WORDS);
  tokenizers.set(encoding, tokenizer);
  return tokenizer;
}

/** A slice would keep the whole text in memory for as long as one of its words is remembered. */
const ownCopy = (slice: string): string => Buffer.from(slice, 'utf16le').toString('utf16le');
