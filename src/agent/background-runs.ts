import { Inject, Injectable, Logger } from '@nestjs/common';
import { RunConflictError, RunNotFoundError, StoreError } from '../core/errors';
import type { RunStore } from '../core/run-store';
import type { AgentOptions } from './agent-options';
import { loadRun } from './load-run';
import { RunMover } from './run-mover';
import { RunQueue } from './run-queue';
import { AGENT_OPTIONS, RUN_STORE } from './tokens';

/** Pause before a run that the store failed is taken up again; doubled each time, up to the second. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

/** Runs that nobody waits for: those of `POST /runs`, those that a stop interrupted, and those that the store failed. */
@Injectable()
export class BackgroundRuns {
  readonly #logger = new Logger('ReActAgent');
  readonly #queue: RunQueue;
  readonly #retries = new Map<string, NodeJS.Timeout>();

  constructor(
    @Inject(AGENT_OPTIONS) options: AgentOptions,
    @Inject(RUN_STORE) private readonly store: RunStore,
    @Inject(RunMover) private readonly mover: RunMover,
  ) {
    this.#queue = new RunQueue(options.background);
  }

  /** Takes up what the last process left. */
  async recover(): Promise<void> {
    const unfinished = await this.store.unfinished();
    if (unfinished.length > 0) this.#logger.warn({ runs: unfinished.length }, 'taking up runs that a stop interrupted');
    for (const { tenant, runId } of unfinished) this.add(tenant, runId);
  }

  /** Keeps a place while a run is being stored. @throws OverloadedError when there is none */
  reserve(): () => void {
    return this.#queue.reserve();
  }

  /** Moves a stored run when its turn comes. */
  add(tenant: string, runId: string): void {
    this.#queue.add(runId, () => this.#takeUp(tenant, runId, FIRST_RETRY_MS));
  }

  /** Forgets a run that has ended without its turn. */
  remove(runId: string): void {
    this.#queue.remove(runId);
    clearTimeout(this.#retries.get(runId));
    this.#retries.delete(runId);
  }

  /** Moves a run on later that stopped because of `error`, when that may help: without this it would be open until the next start. */
  retryAfter(error: unknown, tenant: string, runId: string, waitMs = FIRST_RETRY_MS): void {
    if (!(error instanceof StoreError) || this.mover.isStopping) return;
    const again = (): void => {
      this.#retries.delete(runId);
      this.#queue.add(runId, () => this.#takeUp(tenant, runId, Math.min(2 * waitMs, LONGEST_RETRY_MS)));
    };
    clearTimeout(this.#retries.get(runId));
    this.#retries.set(runId, setTimeout(again, waitMs).unref());
  }

  /** Leaves what has not begun to the next start, and waits for what has. */
  async close(): Promise<void> {
    for (const timer of this.#retries.values()) clearTimeout(timer);
    this.#retries.clear();
    await this.#queue.close();
  }

  /** A run that cannot be taken up stays as it is and stops nobody. */
  async #takeUp(tenant: string, runId: string, nextRetryMs: number): Promise<void> {
    try {
      const run = this.mover.isStopping ? undefined : await loadRun(this.store, tenant, runId);
      if (!run || run.outcome || this.mover.isStopping) return; // the next start takes it up
      await this.mover.resume(run);
    } catch (error) {
      if (error instanceof RunNotFoundError) return; // forgotten before its turn, or nothing of it was ever stored
      if (error instanceof RunConflictError) {
        this.#logger.warn({ runId }, 'a run was moved by somebody else when its turn came');
        return;
      }
      this.#logger.error({ runId, err: error }, 'a run could not be taken up');
      this.retryAfter(error, tenant, runId, nextRetryMs);
    }
  }
}
