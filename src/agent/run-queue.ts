import { OverloadedError } from '../core/errors';
import type { BackgroundLimits } from './agent-options';

/** Moves one run to its end; sees to its own errors. */
export type Work = () => Promise<void>;

/**
 * Background runs of this process: some at a time, first come first served. It keeps nothing that the store does not have:
 * what waits when the process stops is found there as `queued`.
 */
export class RunQueue {
  readonly #waiting = new Map<string, { readonly work: Work; readonly caller: string | undefined }>();
  readonly #running = new Map<string, { readonly done: Promise<void>; readonly caller: string | undefined }>();
  #reserved = 0;
  #isClosed = false;

  /** @param maxPerCaller runs of one caller that are moved at the same time: whoever sends many does not keep others waiting */
  constructor(
    private readonly limits: BackgroundLimits,
    private readonly maxPerCaller = Infinity,
  ) {}

  /** Runs that may still be added. */
  get places(): number {
    const { maxRunning, maxWaiting } = this.limits;
    return Math.max(0, maxRunning + maxWaiting - this.#running.size - this.#waiting.size - this.#reserved);
  }

  /** Keeps a place for a run while it is being stored; gives the function that gives the place back. @throws OverloadedError */
  reserve(): () => void {
    if (this.places === 0) {
      const { maxRunning, maxWaiting } = this.limits;
      throw new OverloadedError(`Too many background runs: ${maxRunning} are running and ${maxWaiting} are waiting`);
    }
    this.#reserved += 1;
    return () => {
      this.#reserved -= 1;
    };
  }

  /** Adds a run that is stored, whether or not there is a place: it would be taken up at the next start anyway. */
  add(runId: string, work: Work, caller?: string): void {
    if (this.#isClosed || this.#running.has(runId) || this.#waiting.has(runId)) return;
    this.#waiting.set(runId, { work, caller });
    this.#fill();
  }

  /** Takes a run out that has not begun. */
  remove(runId: string): void {
    this.#waiting.delete(runId);
  }

  /** Starts nothing any more, and waits for what runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #fill(): void {
    for (const [runId, { work, caller }] of this.#waiting) {
      if (this.#running.size >= this.limits.maxRunning) return;
      if (this.#runningOf(caller) >= this.maxPerCaller) continue;
      this.#waiting.delete(runId);
      const over = (): void => {
        this.#running.delete(runId);
        this.#fill();
      };
      this.#running.set(runId, { done: work().then(over, over), caller });
    }
  }

  #runningOf(caller: string | undefined): number {
    if (caller === undefined) return 0;
    return [...this.#running.values()].filter((run) => run.caller === caller).length;
  }
}
