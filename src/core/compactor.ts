import type { Usage } from './model';
import type { Run } from './run';

export interface Compaction {
  /** Index of the last step that the summary stands for. */
  readonly throughStep: number;
  readonly summary: string;
  readonly usage: Usage;
  /** The model that was asked, where it is not the run's own. */
  readonly model?: string;
  /** Error code, when the model gave no summary and `summary` was made without it. */
  readonly fault?: string;
}

/**
 * Replaces old steps of the next prompt by a summary when the prompt would get too long; undefined: it would not. Asked between
 * steps. A model that fails is no fault of the run. @throws the reason of `signal` when it is aborted.
 */
export type Compactor = (run: Run, signal: AbortSignal) => Promise<Compaction | undefined>;
