import { estimateTokens } from '../core/estimate-tokens';
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
