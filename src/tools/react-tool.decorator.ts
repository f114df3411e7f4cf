import { DiscoveryService } from '@nestjs/core';
import type { Effect, ToolContext } from '../core/tool';

export interface ReActToolOptions<Input extends object = object> {
  /** The name that the model calls, in any language; unique among the tools of an agent. */
  name: string;
  /** What goes in, what comes out and when to use it. */
  description: string;
  /** A class-validator class: shown to the model as JSON Schema, enforced before the tool runs. */
  input: new () => Input;
  /** `write` changes something outside the run: it is never repeated after a crash. */
  effect: Effect;
  /** Whether a person decides before the tool runs; a function decides by the validated input. @default false */
  approval?: boolean | ((input: Input) => boolean);
  /** One execution, in ms. @default 15000 */
  timeoutMs?: number;
  /** Inputs as a model should write them, shown in the prompt. */
  examples?: readonly unknown[];
  /**
   * Names of the agents that may list it. Tools of one name are told apart by it: each says which agents it is for, and no agent
   * is named by two of them. @default every agent
   */
  agents?: readonly string[];
}

/** Marks an injectable class as a tool. The class has `execute(input, context)`; the registry finds it in every module of the app. */
export const ReActTool = DiscoveryService.createDecorator<ReActToolOptions>();

/** What a class with `@ReActTool` implements. */
export interface ToolHandler<Input extends object = object> {
  /**
   * Returns what the model reads: text, or a value that is written as JSON.
   * @throws ToolError worded for the model; any other error becomes an observation too, its message shown to the model.
   */
  execute(input: Input, context: ToolContext): unknown;
}
