import type { Run } from './run';
import type { JsonSchema, ToolCall, ToolSpec } from './tool';

/** One message to the model. `calls` only on `assistant`, `callId` only on `tool`. Treated as immutable: adapters cache by identity. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly calls?: readonly ToolCall[];
  readonly callId?: string;
  /** What the model reasoned before an `assistant` message with calls; only sent to providers that want it back. */
  readonly reasoning?: string;
}

export interface Usage {
  /** Tokens of the prompt, cached ones included. */
  inputTokens: number;
  outputTokens: number;
  /** The part of `inputTokens` that the provider read from its prompt cache. */
  cachedInputTokens: number;
  /** True when at least one of the summed calls came without figures, so that they were estimated. */
  estimated: boolean;
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, estimated: false };

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolSpec[];
  /** Own names of tools that are sent under another one, by that one: the calls of the reply come back with them. */
  readonly ownNames?: ReadonlyMap<string, string>;
  /** Stop sequences, at most 4 (the OpenAI wire allows no more). */
  readonly stop?: readonly string[];
  readonly json?: boolean;
  /** What the JSON should look like, where a server takes a schema; read only with `json`. */
  readonly jsonSchema?: JsonSchema;
  /** Time left in the run, in ms: no retry is started that would wait longer. */
  readonly budgetMs?: number;
  /** The run that asks; absent for a call that a tool makes. No wire adapter sends it: the offline demo model reads it. */
  readonly run?: Run;
}

/** `length` and `content_filter` mean that the provider cut the reply. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

export interface ModelReply {
  text: string;
  /** What a reasoning model thought in a field of its own (`reasoning_content`). */
  reasoning?: string;
  calls: ToolCall[];
  usage: Usage;
  finishReason: FinishReason;
  /** Requests that the reply took, when it was more than one: the provider failed before. */
  attempts?: number;
}

export type ModelChunk = { text: string } | { reply: ModelReply };

export interface Model {
  /** Name shown in results and logs, e.g. `deepseek-chat` or `offline-demo`. */
  readonly name: string;
  /**
   * False once the provider has refused tool definitions for this model; the call that was refused has thrown a ModelError with
   * `refused: 'tools'`. True while nothing is known.
   */
  readonly takesTools?: boolean;
  /**
   * Yields text as it arrives, then exactly one reply, whose `text` is all the yielded text joined.
   * @throws ModelError when the provider fails; the reason of `signal` when it is aborted.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk>;
}
