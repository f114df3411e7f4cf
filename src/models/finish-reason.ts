import type { FinishReason } from '../core/model';

const REASONS: Readonly<Record<string, FinishReason>> = {
  tool_calls: 'tool_calls',
  tool_use: 'tool_calls',
  function_call: 'tool_calls',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  repetition_truncation: 'length',
  content_filter: 'content_filter',
  safety: 'content_filter',
  sensitive: 'content_filter',
};

/** The provider gave up half-way; what came so far is no reply. */
const INTERRUPTIONS = ['error', 'network_error', 'insufficient_system_resource', 'aborted', 'cancelled'];

/** Providers have words of their own; one that is unknown here (`eos`, `end_turn`) means that the model stopped by itself. */
export const finishReasonOf = (reason: string): FinishReason => {
  const word = reason.toLowerCase();
  return (Object.hasOwn(REASONS, word) ? REASONS[word] : undefined) ?? 'stop';
};

export const isInterrupted = (reason: string): boolean => INTERRUPTIONS.includes(reason.toLowerCase());
