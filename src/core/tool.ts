import type { Message, Usage } from './model';

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
  | { readonly ok: true; readonly input: object; readonly effect: Effect; readonly needsApproval: boolean }
  | { readonly ok: false; readonly observation: Observation };

/** The tools as the loop sees them. */
export interface Tools {
  readonly specs: readonly ToolSpec[];
  /** Finds the tool and validates the input. Never rejects for a fault that the model can mend. */
  prepare(call: ToolCall): Promise<PreparedCall>;
  /** Runs a prepared call. Never rejects: errors, time-outs and aborts are observations. */
  invoke(call: ToolCall, input: object, context: InvokeContext): Promise<ToolResult>;
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
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly timeZone: string;
  /** The tool is stopped after this many ms even when its own time-out is longer. */
  readonly maxMs?: number;
  readonly complete: (messages: readonly Message[], signal: AbortSignal) => Promise<{ text: string; usage: Usage }>;
}

export interface ToolResult {
  readonly observation: Observation;
  /** Tokens of model calls that the tool made. */
  readonly usage?: Usage;
}
