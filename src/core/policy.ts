import type { Run } from './run';

/** A reason to stop (`snake_case`), or undefined to go on. Pure: asked between steps. */
export type TerminationPolicy = (run: Run) => string | undefined;

/** What is tried with a run that makes no progress before it is stopped; the words are in `step.started`. */
export interface Nudge {
  readonly hint?: string;
  readonly withheld?: string[];
}
