import type { EffectLedger } from '../core/effect-ledger';
import type { Usage } from '../core/model';
import { addUsage } from '../core/run';
import type { InvokeContext, Observation, ToolCall, ToolContext } from '../core/tool';
import { observationOf } from './observation-text';
import type { RegisteredTool } from './registered-tool';
import { TOOL_SENTENCES, type ToolSentences } from './tool-sentences';

/** What is known about a call when its tool is about to run, or is asked what became of it. */
export interface Execution {
  readonly tool: RegisteredTool;
  readonly call: ToolCall;
  /** An instance of the tool's input class. */
  readonly input: object;
  readonly context: InvokeContext;
  /** Longest observation, in UTF-16 units. */
  readonly maxChars: number;
  /** Where transactional tools commit; there for each of them. */
  readonly effects: EffectLedger | undefined;
}

export const sentencesOf = ({ context }: Execution): ToolSentences => TOOL_SENTENCES[context.run.language];

export const observed = (execution: Execution, ok: boolean, result: unknown): Observation =>
  labelled(execution.tool, observationOf(ok, result, execution.maxChars, sentencesOf(execution)));

/**
 * With the tool's label, on whatever is said of a call of it: an error and the fault of an input may quote what it read. The label is stored
 * with the words, so that a later version of the tool changes no old run.
 */
export const labelled = ({ trust }: RegisteredTool, observation: Observation): Observation =>
  trust === 'untrusted' ? { ...observation, untrusted: true } : observation;

/** For a write of which nobody knows what became. */
export const unknownEffect = (execution: Execution, fault: string): Observation => ({
  ...observed(execution, false, `${fault} ${sentencesOf(execution).effectUnknown}`),
  effectUnknown: true,
});

/** Tokens of the model calls that a tool makes. */
export class UsageCount {
  #usage: Usage | undefined;

  readonly add = (used: Usage): void => {
    this.#usage = this.#usage ? addUsage(this.#usage, used) : used;
  };

  /** As a field, absent while there were none. */
  get field(): { usage?: Usage } {
    return this.#usage ? { usage: this.#usage } : {};
  }
}

/** What the tool gets beside its input. */
export function toolContextOf({ call, context }: Execution, signal: AbortSignal, count: UsageCount): ToolContext {
  const { run, idempotencyKey, timeZone } = context;
  return {
    runId: run.id,
    callId: call.id,
    agent: run.agent,
    tenant: run.tenant,
    ...(run.askedBy !== undefined && { askedBy: run.askedBy }),
    language: run.language,
    idempotencyKey,
    signal,
    now: () => context.now(),
    timeZone,
    complete: async (messages) => {
      signal.throwIfAborted();
      for await (const chunk of context.model.stream({ messages }, signal)) {
        if (!('reply' in chunk)) continue;
        count.add(chunk.reply.usage);
        return chunk.reply.text;
      }
      throw new Error(`${context.model.name} ended its stream without a reply`);
    },
  };
}
