/** Vocabularies that the tokenizer has. */
export type Encoding = 'o200k_base' | 'cl100k_base';

/** GPT-3.5 and the first GPT-4 (https://github.com/openai/tiktoken, model.py), however a gateway prefixes or dates their names. */
const OLDER_GPT = /\bgpt-(?:3\.?5|4)(?![.\do])/;

/**
 * The vocabulary nearest to that of a model. All families but OpenAI's older models are counted by o200k_base: over prompts of agents,
 * documents in English and Chinese, JSON and code, the tokenizers of DeepSeek V3, Qwen 3 and Llama 3 came to 0.93 to 1.06 of its
 * figures, and in Chinese to 0.77 to 0.93 of those of cl100k_base (docs/adr/0034). What is left, the provider's own figures mend.
 */
export const encodingOf = (model: string): Encoding =>
  OLDER_GPT.test(model.toLowerCase()) ? 'cl100k_base' : 'o200k_base';
