import type { Run } from '../core/run';

/** Tokens of the parts of a run's next prompt, as one counter has them. */
export interface PromptSize {
  /** Instructions, tools and question. */
  readonly head: number;
  /** The summary of old steps; 0 without one. */
  readonly summary: number;
  /** One for each step of the run, in order; 0 for those that the summary stands for. */
  readonly steps: readonly number[];
}

/** A provider that reports less or more than this multiple of what was counted counts something else. */
const LOWEST_RATIO = 0.5;
const HIGHEST_RATIO = 4;

export const totalOf = ({ head, summary, steps }: PromptSize): number => head + summary + sum(steps);

/**
 * Real tokens for a counted one, from the last call whose figures the provider gave: a model may count in another way than the
 * counter, but hardly changes its way within a run. 1 while nothing is known.
 */
export function tokenRatio(run: Run, size: PromptSize, protocol: string): number {
  const first = run.summary?.madeAfter ?? 0; // prompts before it showed other steps
  for (let at = run.steps.length - 1; at >= first; at--) {
    const step = run.steps[at];
    if (!step || step.usage.estimated || step.usage.inputTokens === 0 || step.protocol !== protocol) continue;
    const estimated = size.head + size.summary + sum(size.steps.slice(0, at));
    return Math.min(HIGHEST_RATIO, Math.max(LOWEST_RATIO, step.usage.inputTokens / Math.max(1, estimated)));
  }
  return 1;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
