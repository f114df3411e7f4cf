import { estimateTokens } from './estimate-tokens';
import { encodingOf, type Encoding } from './model-encoding';
import { PromptCounter } from './prompt-counter';
import { countBy } from './tokenizer';

/**
 * A bound that costs nothing: vocabularies of bytes, as all models of today have them, never make more tokens of a text than it has
 * bytes of UTF-8.
 */
export const UPPER_BOUND = new PromptCounter((text) => Buffer.byteLength(text));

/** Off by up to a third for prose, by more for codes, numbers and rare characters. */
export const ROUGH = new PromptCounter(estimateTokens);

/** Made at their first use; the tokenizer itself is loaded when the first text is counted. */
const counters = new Map<Encoding, PromptCounter>();

/** Counts as the model of this name does, or as its nearest relative that is known. */
export function counterOf(model: string): PromptCounter {
  const encoding = encodingOf(model);
  const counter = counters.get(encoding) ?? new PromptCounter((text) => countBy(encoding, text));
  counters.set(encoding, counter);
  return counter;
}
