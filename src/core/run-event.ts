import type { Limits } from './agent-definition';
import type { Message, ModelReply, Usage } from './model';
import type { Decision, Language } from './protocol';
import type { ApprovalTerms, Effect, Observation } from './tool';

/**
 * Something that happened in a run. `seq` is 1, 2, 3… per run and is the `id` of an SSE message; `at` is epoch ms. `resumed` marks
 * the first fact after a stop of the process: the time before it was nobody's work.
 */
export type RunEvent = { runId: string; seq: number; at: number; resumed?: true } & Fact;

/** A run's events, in the past tense. Facts only ever gain optional fields; a changed meaning is a new type. */
export type Fact =
  /** A question was taken up. Everything that the run needs to be rebuilt is copied here. */
  | {
      type: 'run.started';
      tenant: string;
      /** Name of the key that asked, or whatever else an app knows its callers by; absent where nobody is asked. */
      askedBy?: string;
      agent: string;
      model: string;
      protocol: string;
      language: Language;
      question: string;
      history: Message[];
      /** The first message of `history` from a run that had read untrusted text: a position, from 0; absent when there is none. */
      untrustedFrom?: number;
      limits: Limits;
      /** ISO instant that tools and prompts take for now, when it is fixed. */
      clock?: string;
      timeZone: string;
      conversationId?: string;
      /** What makes the same request again start no second run: its idempotency key, with the route, and a hash of its body. */
      request?: { key: string; hash: string };
    }
  /** The model is about to be asked; once more for the same step when the provider refused the first protocol. */
  | {
      type: 'step.started';
      step: number;
      /** How this step is spelled. Where it differs from the step before, all earlier steps are spelled anew. */
      protocol: string;
      /** The limit that asks for an answer without tools. */
      forced?: string;
      /** What the prompt tells the model about steps that led nowhere: `same_action`, `cycle` or `nothing_new`. */
      hint?: string;
      /** Tools that this step cannot use, because they were called in vain again and again. */
      withheld?: string[];
    }
  /** A preview of the reply while it is written; never stored, has the `seq` of the last fact. */
  | { type: 'text.delta'; step: number; channel: 'thought' | 'answer'; text: string }
  /** The model's whole reply, and what it was taken to mean. */
  | { type: 'model.replied'; step: number; reply: ModelReply; decision: Decision }
  /** A call waits for a person. */
  | { type: 'approval.requested'; callId: string; input: object; terms?: ApprovalTerms }
  /** A person decided, or nobody did in time. */
  | {
      type: 'approval.resolved';
      callId: string;
      approved: boolean;
      /** Who decided, as the surface knew them. */
      by: string;
      /** The edited arguments, as the reviewer wrote them. */
      input?: unknown;
      /** Of an edited call: what the decision is bound to. */
      binding?: string;
      comment?: string;
      /** Nobody decided before `terms.expiresAt`. */
      expired?: true;
    }
  /** A tool is about to run, with its input as validated. On disk before a tool with `effect: 'write'` runs. */
  | {
      type: 'tool.started';
      callId: string;
      input: object;
      effect: Effect;
      /** Its effect commits together with the store's record of it: after a stop the record tells whether it happened. */
      transactional?: true;
    }
  /** A call was settled: the tool ended, or the call could not run. `usage` counts model calls that the tool made. */
  | { type: 'tool.finished'; callId: string; observation: Observation; usage?: Usage }
  /** In prompts, the steps through `throughStep` were replaced by a summary, because the context got long. */
  | {
      type: 'context.compacted';
      throughStep: number;
      summary: string;
      usage: Usage;
      /** Name of the model that was asked for it, where that is not the run's own. */
      model?: string;
      /** Why the model gave no summary, an error code; `summary` is then the beginnings of the old steps. */
      fault?: string;
    }
  /** The end, exactly once. */
  | { type: 'run.finished'; outcome: Outcome };

export type Outcome =
  | { status: 'answered'; answer: string }
  /** A limit ended the run; `answer` is the forced one, if the model gave one. */
  | { status: 'stopped'; reason: string; answer?: string }
  | { status: 'failed'; code: string; message: string; retryable?: boolean; retryAfterMs?: number }
  | { status: 'cancelled' };
