import { Logger } from '@nestjs/common';
import type { RunStore } from '../core/run-store';
import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { RunFeed } from './run-feed';
import type { HeldLease, RunLeases } from './run-leases';
import type { RunObserver } from './run-observer';

/** A fact is on disk at the latest after this many ms, so that a slow tool or model does not hide what came before it. */
const MAX_DELAY_MS = 25;

/**
 * Gathers the facts of one run and appends those of a turn in one transaction. What must be on disk before it happens (a write,
 * a pause, the end) is flushed by the caller. Observers hear of a fact after its commit.
 */
export class RunRecorder {
  #pending: RunEvent[] = [];
  #last: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #run: Run | undefined;
  #hasStored = false;

  constructor(
    private readonly store: RunStore,
    private readonly observers: readonly RunObserver[],
    private readonly feed: Pick<RunFeed, 'publish'>,
    private readonly lease: HeldLease,
    private readonly leases: Pick<RunLeases, 'stored'>,
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** False while nothing of the run can be read back. */
  get hasStored(): boolean {
    return this.#hasStored;
  }

  /** `run` is the fold through `event`. */
  add(event: RunEvent, run: Run): void {
    this.#pending.push(event);
    this.#run = run;
    // a flush leaves the timer: making one for each turn costs more than one that may find nothing to do
    this.#timer ??= setTimeout(() => this.#onTime(), MAX_DELAY_MS);
  }

  /** Resolves when everything added so far is stored. @throws RunConflictError, StoreError */
  flush(): Promise<void> {
    const events = this.#pending;
    const run = this.#run;
    if (events.length === 0 || !run) return this.#last;
    this.#pending = [];
    this.#last = this.#last.then(async () => {
      await this.store.append(events, run, this.lease);
      this.#hasStored = true;
      this.leases.stored(run, this.lease);
      for (const event of events) {
        for (const observer of this.observers) observe(observer, event, run);
        this.feed.publish(event, run.tenant);
      }
    });
    return this.#last;
  }

  /** Forgets what was not stored; for a run that somebody else moves on. */
  abandon(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pending = [];
  }

  #onTime(): void {
    this.#timer = undefined;
    this.flush().catch(this.onFault);
  }
}

/** A reader that fails is its own fault and touches no run, also when it is an async function against the rules. */
function observe(observer: RunObserver, event: RunEvent, run: Run): void {
  try {
    const result: unknown = observer.onFact(event, run);
    if (result instanceof Promise) result.catch((error: unknown) => report(error, event));
  } catch (error) {
    report(error, event);
  }
}

const report = (error: unknown, { runId, seq, type }: RunEvent): void =>
  new Logger('ReActAgent').error({ runId, seq, type, err: error }, 'an observer failed');
