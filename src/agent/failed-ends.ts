import { Logger } from '@nestjs/common';
import { RunConflictError, RunDamagedError, RunNotFoundError } from '../core/errors';
import type { Outcome } from '../core/run-event';
import type { RunStore } from '../core/run-store';
import { loadRun } from './load-run';
import type { RunLeases } from './run-leases';
import type { RunMover } from './run-mover';

/** Between two tries while the store is away, in ms. */
const RETRY_MS = 1_000;

/** Ends runs whose store failed under them, once it is back: no run stays `running` with nobody to move it. */
export class FailedEnds {
  readonly #logger = new Logger('ReActAgent');
  readonly #pending = new Map<string, { tenant: string; runId: string }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: RunStore,
    private readonly leases: RunLeases,
    private readonly mover: Pick<RunMover, 'end'>,
  ) {}

  add(tenant: string, runId: string): void {
    this.#pending.set(runId, { tenant, runId });
    this.#schedule();
  }

  /** What is still pending is taken up by the next start. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#pending.clear();
  }

  #schedule(): void {
    if (this.#pending.size === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#tryAll(), RETRY_MS).unref();
  }

  async #tryAll(): Promise<void> {
    for (const { tenant, runId } of [...this.#pending.values()]) {
      try {
        await this.#end(tenant, runId);
        this.#pending.delete(runId);
      } catch (error) {
        const isOver = error instanceof RunConflictError || error instanceof RunDamagedError; // somebody else's, or nobody's
        if (isOver) this.#pending.delete(runId);
        else this.#logger.warn({ runId, err: error }, 'the store is still away; a run waits for its end');
      }
    }
    this.#schedule();
  }

  /** While this process holds the run nobody else goes on with it; once another has it, it is that one's. */
  async #end(tenant: string, runId: string): Promise<void> {
    const lease = this.leases.of(runId);
    if (!lease) return;
    try {
      const run = await loadRun(this.store, tenant, runId);
      if (!run.outcome) await this.mover.end(run, STORE_FAILED);
      else this.leases.drop(runId, lease);
    } catch (error) {
      if (!(error instanceof RunNotFoundError)) throw error;
      this.leases.drop(runId, lease); // not even its first fact was stored
    }
  }
}

const STORE_FAILED: Outcome = {
  status: 'failed',
  code: 'store_failed',
  message: 'The store failed while the run went on.',
};
