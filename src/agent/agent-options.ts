import type { AgentDefinition, Limits } from '../core/agent-definition';
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
  readonly observers: readonly RunObserver[];
}
