import type { FinishReason, Message, ModelReply, ModelRequest } from './model';
import type { Step } from './run';
import type { ToolCall, ToolSpec } from './tool';

/** Why a reply could not be read. Stable codes; the sentence for the model is `problem`. */
export type MalformedReason =
  | 'missing-action'
  | 'missing-input'
  | 'none-action'
  | 'bad-json'
  | 'truncated'
  | 'filtered'
  | 'empty'
  | 'cut-in-reasoning'
  | 'ambiguous'
  | 'too-many-calls';

/** What one reply of the model means. */
export type Decision = { thought: string; reasoning?: string; discarded?: true } & (
  | { kind: 'act'; calls: ToolCall[] }
  | { kind: 'answer'; answer: string }
  | { kind: 'malformed'; reason: MalformedReason; problem: string }
);

export type Language = 'zh' | 'en';

/** Text that may be shown while a reply is still being written. */
export interface Preview {
  channel: 'thought' | 'answer';
  text: string;
}

/**
 * Reads one reply as it grows. Answer text leaves only once it is certain to be the answer; an action never leaves. In native mode
 * text leaves at once, and a reader learns from the end whether a call followed, so that it was the thought.
 */
export interface Splitter {
  push(chunk: string): Preview[];
  /** What was held back and turned out to be showable: nothing of a reply that its provider cut, which is not used. */
  end(finishReason: FinishReason): Preview[];
}

/** How thoughts and actions are spelled. */
export interface Protocol {
  readonly name: string;
  /** Format rules, the tools and two short example steps, for the system message. */
  instructions(tools: readonly ToolSpec[], language: Language): string;
  /** A past step in this protocol's spelling: what the model wrote, and what it observed or was told. */
  replay(step: Step, language: Language): Message[];
  /** How a model that keeps to the rules would write this decision; `parse` reads it back unchanged. */
  render(decision: Decision): Pick<ModelReply, 'text' | 'calls'>;
  /** Adds what the spelling needs on the wire: stop sequences, JSON mode or tool schemas. */
  request(messages: readonly Message[], tools: readonly ToolSpec[]): ModelRequest;
  /** Never throws: what it cannot read is `malformed`. Calls are numbered `call_0`, `call_1`. Only `name` of a tool is read. */
  parse(reply: ModelReply, tools: readonly Pick<ToolSpec, 'name'>[]): Decision;
  splitter(tools: readonly Pick<ToolSpec, 'name'>[]): Splitter;
}
