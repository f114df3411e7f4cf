import type { Message, Model, Usage } from './model';
import type { Action, Run } from './run';
import type { Lease } from './run-store';

/** JSON Schema of an object, `$ref`s inlined. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Inputs as a model should write them, shown in the prompt. */
  readonly examples?: readonly unknown[];
}

/** `write` changes something outside the run: it is never repeated after a crash. */
export type Effect = 'read' | 'write';

export interface EffectKind {
  readonly effect: Effect;
  /** Of a write whose effect commits together with the store's record of it: after a stop the record tells whether it happened. */
  readonly transactional?: true;
}

export interface ToolCall {
  /** Unique in the run: `s3_call_0` (`call_0` while a protocol parses; the loop puts the step before it). */
  readonly id: string;
  readonly name: string;
  /** As the model wrote it (a string or parsed JSON), not yet validated. */
  readonly input: unknown;
}

/** `content` is what the model reads. `ok: false` is a fault that the model may mend. */
export interface Observation {
  readonly ok: boolean;
  readonly content: string;
  /** Length in UTF-16 units before the observation was cut; absent when it is whole. */
  readonly fullLength?: number;
  /** A write that may have happened or not: only a person can find out. */
  readonly effectUnknown?: true;
  /** It comes from a tool whose texts anybody may have written. */
  readonly untrusted?: true;
}

/** On what terms a person is asked about a call. */
export interface ApprovalTerms {
  /** SHA-256, in hex, of run, step, call, tool and canonical input: the decision holds for exactly that. */
  readonly binding: string;
  /** Epoch ms from which nobody can decide any more. */
  readonly expiresAt: number;
  /** Whose rule asks: the tool's, a policy of the operator's, or that of writes once untrusted text is in the context. */
  readonly because: 'tool' | 'policy' | 'untrusted';
  /** What of the arguments stands in untrusted text as well; absent when nothing does. */
  readonly untrusted?: readonly UntrustedPart[];
}

/** A part of a call's arguments that an untrusted text has too. */
export interface UntrustedPart {
  /** RFC 6901, into the input: the value, or the member whose name it is. */
  readonly pointer: string;
  /** Whose observation has it; absent for an earlier answer of the conversation. */
  readonly callId?: string;
  /** As the arguments have it; the beginning of a long one. */
  readonly text: string;
}

/** What a tool gets beside its input. */
export interface ToolContext {
  readonly runId: string;
  readonly callId: string;
  readonly agent: string;
  readonly tenant: string;
  /** Name of the key that asked, where callers have names. */
  readonly askedBy?: string;
  readonly language: 'zh' | 'en';
  /** Stable when the same call is retried: pass it to the back end that must not act twice. */
  readonly idempotencyKey: string;
  /** Aborted on time-out, cancel and deadline. */
  readonly signal: AbortSignal;
  /** What tools take for now, epoch ms: the run's fixed clock when it has one. */
  now(): number;
  /** IANA zone of dates, e.g. `Asia/Shanghai`. */
  readonly timeZone: string;
  /** The store's open transaction, where the tool is transactional: `transactionOf(context)` gives it its type. */
  readonly transaction?: unknown;
  /** Asks the run's own model, outside the loop; its tokens count towards the run. */
  complete(messages: readonly Message[]): Promise<string>;
}

/** What became of checking one call before it runs. */
export type PreparedCall =
  | ({
      readonly ok: true;
      readonly input: object;
      /** Whether a person has to decide before it runs. */
      readonly needsApproval: boolean;
      readonly terms?: ApprovalTerms;
    } & EffectKind)
  | { readonly ok: false; readonly observation: Observation };

/** The tools as the loop sees them. */
export interface Tools {
  readonly specs: readonly ToolSpec[];
  /** Finds the tool, validates the input, and tells whether it may run in this step of `run`. Never rejects for a fault that the model can mend. */
  prepare(call: ToolCall, run: Run): Promise<PreparedCall>;
  /** Runs a prepared call. Never rejects: errors, time-outs and aborts are observations. */
  invoke(call: ToolCall, input: object, context: InvokeContext): Promise<ToolResult>;
  /** Words for a call that a person rejected, as its `review` tells. */
  rejected(action: Action): Observation;
  /**
   * What became of a write that a stop of the process cut off. Undefined when it certainly did not happen, so that it may run now,
   * under the same key. Never rejects: what cannot be found out is an observation with `effectUnknown`.
   */
  reconcile(action: Action, context: InvokeContext): Promise<ToolResult | undefined>;
}

/** The run's side of a ToolContext; the registry adds the rest. */
export interface InvokeContext {
  readonly run: {
    readonly id: string;
    readonly agent: string;
    readonly tenant: string;
    readonly askedBy?: string;
    readonly language: 'zh' | 'en';
  };
  readonly idempotencyKey: string;
  /** What the run is held by: without it, a transaction of the store changes nothing. */
  readonly lease?: Lease;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly timeZone: string;
  /** The tool is stopped after this many ms even when its own time-out is longer. */
  readonly maxMs?: number;
  /** The run's own model. */
  readonly model: Model;
}

export interface ToolResult {
  readonly observation: Observation;
  /** Tokens of model calls that the tool made. */
  readonly usage?: Usage;
}
