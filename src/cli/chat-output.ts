import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';

/** Where a talk is shown. */
export interface ChatOutput {
  /** An event of the run under way, and the run after it. */
  show(event: RunEvent, run: Run): void;
  /** What a command answers; whole lines. */
  say(text: string): void;
  /** What a person has to decide; whole lines. */
  ask(text: string): void;
  /** What went wrong outside a run, in a sentence. */
  fault(text: string): void;
}

/** Takes text; a stream, or a test's list. */
export type Write = (text: string) => void;
