import type { Language } from './protocol';

/** Limits of one run. Each ends in a forced answer from what is known. */
export interface Limits {
  /** Steps (turns of the model) before an answer is forced. @default 10 */
  maxSteps: number;
  /** Input and output tokens of all model calls before an answer is forced. @default 60000 */
  maxTokens: number;
  /** Active time in ms; waiting for a person does not count. @default 180000 */
  deadlineMs: number;
  /**
   * The same steps with the same observations so many times in a row. The model is told one time earlier; at the limit the
   * tools are withheld for one step, and if that observes nothing new either, an answer is forced. @default 3
   */
  idleSteps: number;
  /** Unreadable replies in a row in one protocol. @default 3 */
  malformedReplies: number;
  /** Tools of one step that run at the same time. @default 4 */
  maxParallelTools: number;
}

export const DEFAULT_LIMITS: Limits = {
  maxSteps: 10,
  maxTokens: 60_000,
  deadlineMs: 180_000,
  idleSteps: 3,
  malformedReplies: 3,
  maxParallelTools: 4,
};

/** An agent, by name; a run refers to it as `agent`. */
export interface AgentDefinition {
  /** 1..64 characters of `[A-Za-z0-9_-]`. */
  name: string;
  /** One sentence for people who pick an agent. */
  description?: string;
  /** Who the agent is and how it works; the first part of its system message. */
  instructions: string;
  /** Names of registered tools. */
  tools: string[];
  /** `text`, `json`, `native`, or `auto`: the best of them that model and provider manage. @default 'text' */
  protocol?: string;
  /** Language of the prompt's own sentences. @default 'en' */
  language?: Language;
  limits?: Partial<Limits>;
}

/** The share of a run's time that is kept for the forced answer, in ms: a fifth, 10 s at most. */
export const answerReserveMs = (deadlineMs: number): number => Math.min(10_000, deadlineMs / 5);
