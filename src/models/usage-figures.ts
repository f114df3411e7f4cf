import type { Message, Usage } from '../core/model';
import { objectOf } from './json-values';

/** The figures of a provider's `usage`; undefined when it holds none, as in chunks where it is null. */
export function usageOf(value: unknown): Usage | undefined {
  const usage = objectOf(value);
  if (!usage) return undefined;
  const inputTokens = countOf(usage.prompt_tokens);
  const outputTokens = countOf(usage.completion_tokens);
  if (inputTokens === 0 && outputTokens === 0) return undefined;
  const details = objectOf(usage.prompt_tokens_details);
  const cachedInputTokens = countOf(details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens);
  return { inputTokens, outputTokens, cachedInputTokens, estimated: false };
}

const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;

export const estimatedUsage = (messages: readonly Message[], reply: string): Usage => ({
  inputTokens: messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
  outputTokens: estimateTokens(reply),
  cachedInputTokens: 0,
  estimated: true,
});

/** About one token per Chinese, Japanese or Korean character and per four others: no tokenizer knows every model. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x2e80) wide++;
  return Math.ceil(wide + (text.length - wide) / 4);
}
