import type { ModelRequest, Usage } from '../core/model';
import { counterOf, ROUGH, UPPER_BOUND } from '../tokens/counters';
import { objectOf } from './json-values';

/** No call comes near it; a figure beyond it is a fault of the provider's counting and would spoil the run's sum. */
const MOST_TOKENS = 1_000_000_000;

/** The figures of a provider's `usage`; undefined when it holds none, as in chunks where it is null, or none to believe. */
export function usageOf(value: unknown): Usage | undefined {
  const usage = objectOf(value);
  if (!usage) return undefined;
  const inputTokens = countOf(usage.prompt_tokens);
  const outputTokens = countOf(usage.completion_tokens);
  if (inputTokens === undefined || outputTokens === undefined || inputTokens + outputTokens === 0) return undefined;
  const details = objectOf(usage.prompt_tokens_details);
  const cached = countOf(details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens);
  const cachedInputTokens = Math.min(cached ?? 0, inputTokens);
  return { inputTokens, outputTokens, cachedInputTokens, estimated: false };
}

/** 0 for a figure that is not given, undefined for one that cannot be a count. */
function countOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return 0;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS ? value : undefined;
}

/**
 * Requests with their reply up to this many bytes of UTF-8 are estimated roughly: an error of some hundred tokens is not worth loading
 * a tokenizer for.
 */
const MOST_ROUGH_BYTES = 16_384;

/** Usage of a call whose provider gave no figures, as about a model of this name would count it; `reply` is all that it wrote. */
export function estimatedUsage(
  { messages, tools }: Pick<ModelRequest, 'messages' | 'tools'>,
  reply: string,
  model: string,
): Usage {
  const bytes = UPPER_BOUND.messages(messages) + UPPER_BOUND.tools(tools) + UPPER_BOUND.count(reply);
  const counter = bytes <= MOST_ROUGH_BYTES ? ROUGH : counterOf(model);
  return {
    inputTokens: counter.messages(messages) + counter.tools(tools),
    outputTokens: counter.count(reply),
    cachedInputTokens: 0,
    estimated: true,
  };
}
