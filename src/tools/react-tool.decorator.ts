import { DiscoveryService } from '@nestjs/core';
import type { Effect, ToolContext } from '../core/tool';

/** Whose words a tool gives back: `untrusted` where others than the operator may have written them, and so give orders to the model. */
export type Trust = 'trusted' | 'untrusted';

export interface ReActToolOptions<Input extends object = object> {
  /** The name that the model calls, in any language; unique among the tools of an agent. */
  name: string;
  /** What goes in, what comes out and when to use it. */
  description: string;
  /** A class-validator class: shown to the model as JSON Schema, enforced before the tool runs. */
  input: new () => Input;
  /** `write` changes something outside the run: it is never repeated after a crash. */
  effect: Effect;
  /**
   * The tool changes nothing but rows of the store's own database, through `transactionOf(context)`: they commit together with the
   * record that the call was made, so that it happens exactly once, whatever dies. Needs `effect: 'write'` and an SqlStore.
   * @default false
   */
  transactional?: boolean;
  /**
   * `untrusted` for a tool that returns texts of the web, of a search, of another service, or what customers typed: once the model has read one,
   * each `write` of the run needs an approval, unless the operator exempts it by name.
   * @default 'trusted'
   */
  trust?: Trust;
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

/**
 * What became of a call: it happened, and what the model should read of it, as `execute` would have returned it; it certainly did
 * not happen; or undefined, when that cannot be found out.
 */
export type Reconciled =
  { readonly happened: true; readonly observation: unknown } | { readonly happened: false } | undefined;

/** What a class with `@ReActTool` implements. */
export interface ToolHandler<Input extends object = object> {
  /**
   * Returns what the model reads: text, or a value that is written as JSON.
   * @throws ToolError worded for the model; any other error becomes an observation too, its message shown to the model. Of a tool
   *   that writes, a ToolError says that nothing happened; after any other error the effect counts as unknown.
   */
  execute(input: Input, context: ToolContext): unknown;
  /**
   * Finds out what became of a write that was interrupted: by a stop of the process, a time-out, an abort or an error. `key` is the
   * idempotency key that `execute` got; nothing may be changed here. Has 5 s; an error or no answer counts as undefined.
   */
  reconcile?(key: string, input: Input, context: ToolContext): Reconciled | Promise<Reconciled>;
}
