import type { AgentDefinition, Limits } from '../core/agent-definition';
import type { ApprovalOptions } from './approval-options';
import type { RunObserver } from './run-observer';

/** What the agent layer is configured with, every default filled in. */
export interface AgentOptions {
  readonly agents: readonly AgentDefinition[];
  /** Answers requests that name no agent; the first agent when absent. */
  readonly defaultAgent?: string;
  /** Overrides every agent's own protocol. */
  readonly protocol?: string;
  /** The server's limits: what a request or an agent asks for beyond them is clamped. */
  readonly limits: Limits;
  /** ISO instant that tools and prompts take for now; the real clock when absent. */
  readonly clock?: string;
  readonly timeZone: string;
  /** Estimated tokens of a prompt before old steps are summarised. */
  readonly contextTokens: number;
  readonly background: BackgroundLimits;
  readonly foreground: ForegroundLimits;
  /** How long the store holds a run for this process after each sign of life, in ms. */
  readonly leaseMs: number;
  /** False: nobody is asked, also by tools that want it. */
  readonly approvals: false | ApprovalOptions;
  /** Estimated tokens of earlier questions and answers that a run of a conversation starts with. */
  readonly historyTokens: number;
  /** How long runs are kept after their end, in ms; for ever when absent. */
  readonly retentionMs?: number;
  readonly observers: readonly RunObserver[];
}

/** How many background runs this process takes. */
export interface BackgroundLimits {
  /** Runs that are moved at the same time. @default 16 */
  readonly maxRunning: number;
  /** Runs that wait for their turn; one more is refused. @default 100 */
  readonly maxWaiting: number;
}

/** How many runs that somebody waits for this process takes; `maxPerCaller` holds for those in the background as well. */
export interface ForegroundLimits {
  /** Runs at the same time. @default 64 */
  readonly maxRunning: number;
  /** Runs at the same time of one caller, where callers have names. @default 8 */
  readonly maxPerCaller: number;
  /** Requests that wait for one of them to end; one more is refused. @default 64 */
  readonly maxWaiting: number;
  /** How long they wait, in ms. @default 5000 */
  readonly maxWaitMs: number;
}

const DEFAULT_FOREGROUND_RUNNING = 64;
const DEFAULT_FOREGROUND_WAITING = 64;

export const DEFAULT_FOREGROUND: ForegroundLimits = {
  maxRunning: DEFAULT_FOREGROUND_RUNNING,
  maxPerCaller: 8,
  maxWaiting: DEFAULT_FOREGROUND_WAITING,
  maxWaitMs: 5_000,
};

export const DEFAULT_BACKGROUND: BackgroundLimits = { maxRunning: 16, maxWaiting: 100 };

/** A dead process's runs are taken up after this, and a third of it: well within 30 s. */
export const DEFAULT_LEASE_MS = 15_000;

export const DEFAULT_HISTORY_TOKENS = 4000;

/** Well below the 32,000 tokens that small models take. */
export const DEFAULT_CONTEXT_TOKENS = 24_000;
