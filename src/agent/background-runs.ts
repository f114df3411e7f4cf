import { Inject, Injectable, Logger } from '@nestjs/common';
import { RunConflictError, RunDamagedError, RunNotFoundError, StoreError } from '../core/errors';
import type { RunStore } from '../core/run-store';
import type { AgentOptions } from './agent-options';
import { DAMAGED, remainsOf } from './damaged-run';
import { loadRun } from './load-run';
import { endOfPoison } from './poison';
import { RunLeases } from './run-leases';
import { RunMover } from './run-mover';
import { RunQueue } from './run-queue';
import { AGENT_OPTIONS, RUN_STORE } from './tokens';

/** Pause before a run that the store failed is taken up again; doubled each time, up to the second. */
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 15_000;

/** Looks for runs that nobody holds, in the time that a lease lasts. */
const SWEEPS_IN_A_LEASE = 3;

/** A run that this process holds and moves when its turn comes. */
interface Waiting {
  readonly tenant: string;
  readonly runId: string;
  /** How often its holders ended or hung since it last got on. */
  readonly lapses: number;
  /** Whose runs are counted together; of a run that was taken up after a stop it is not known. */
  readonly caller?: string | undefined;
}

/** Runs that nobody waits for: those of `POST /runs`, those whose process is gone, and those that the store failed. */
@Injectable()
export class BackgroundRuns {
  readonly #logger = new Logger('ReActAgent');
  readonly #queue: RunQueue;
  readonly #retries = new Map<string, NodeJS.Timeout>();
  readonly #sweepMs: number;
  #sweeps: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | undefined;

  constructor(
    @Inject(AGENT_OPTIONS) options: AgentOptions,
    @Inject(RUN_STORE) private readonly store: RunStore,
    @Inject(RunMover) private readonly mover: RunMover,
    @Inject(RunLeases) private readonly leases: RunLeases,
  ) {
    this.#queue = new RunQueue(options.background, options.foreground.maxPerCaller);
    this.#sweepMs = options.leaseMs / SWEEPS_IN_A_LEASE;
  }

  /** Takes up the runs that nobody holds: what the last process left, and from then on what others leave. @throws StoreError */
  async recover(): Promise<void> {
    await this.#sweep();
    this.#sweeps = setInterval(() => {
      this.#sweeping ??= this.#sweep()
        .catch((error: unknown) => this.#logger.warn({ err: error }, 'the store does not say which runs are left'))
        .finally(() => (this.#sweeping = undefined));
    }, this.#sweepMs).unref();
  }

  /** Keeps a place while a run is being stored. @throws OverloadedError when there is none */
  reserve(): () => void {
    return this.#queue.reserve();
  }

  /** Moves a stored run that this process holds when its turn comes. */
  add(tenant: string, runId: string, caller?: string): void {
    this.#add({ tenant, runId, lapses: 0, caller });
  }

  /** Forgets a run that has ended without its turn. */
  remove(runId: string): void {
    this.#queue.remove(runId);
    clearTimeout(this.#retries.get(runId));
    this.#retries.delete(runId);
  }

  /** Leaves what has not begun to the next process, and waits for what has. */
  async close(): Promise<void> {
    clearInterval(this.#sweeps);
    for (const timer of this.#retries.values()) clearTimeout(timer);
    this.#retries.clear();
    await this.#queue.close();
    await this.#sweeping; // what it takes is given back with the rest
  }

  /** As many as there are places for: the others are left to other processes, or to the next look. */
  async #sweep(): Promise<void> {
    const most = this.#queue.places;
    if (most === 0 || this.mover.isStopping) return;
    const runs = await this.leases.acquire(most);
    if (runs.length > 0) this.#logger.warn({ runs: runs.length }, 'taking up runs that nobody moves');
    for (const run of runs) this.#add(run);
  }

  #add(run: Waiting, retryMs = FIRST_RETRY_MS): void {
    this.#queue.add(run.runId, () => this.#takeUp(run, retryMs), run.caller);
  }

  /** A run that cannot be taken up stays as it is and stops nobody. */
  async #takeUp(waiting: Waiting, nextRetryMs: number): Promise<void> {
    try {
      await this.#move(waiting);
    } catch (error) {
      if (error instanceof RunConflictError) {
        this.#logger.warn({ runId: waiting.runId }, 'a run was moved by somebody else when its turn came');
        return;
      }
      this.#logger.error({ runId: waiting.runId, err: error }, 'a run could not be taken up');
      this.#retryAfter(error, waiting, nextRetryMs);
    }
  }

  async #move({ tenant, runId, lapses }: Waiting): Promise<void> {
    const lease = this.leases.of(runId);
    if (!lease || this.mover.isStopping) return; // another process has it, or may have it soon
    try {
      const run = await loadRun(this.store, tenant, runId);
      if (run.outcome) return this.leases.drop(runId, lease);
      if (this.mover.isStopping) return;
      const poisoned = endOfPoison(run, lapses);
      await (poisoned ? this.mover.end(run, poisoned) : this.mover.resume(run));
    } catch (error) {
      if (error instanceof RunDamagedError && (await this.#endDamaged(tenant, runId, error))) return;
      // a store that is away may be back soon; a run that cannot be read is held, so that nobody tries it again and again
      const isKept = error instanceof StoreError;
      if (!isKept) this.leases.drop(runId, lease);
      if (!(error instanceof RunNotFoundError)) throw error; // forgotten before its turn, or nothing of it was ever stored
    }
  }

  /** False when nothing of it is left that an end could be put after. @throws RunConflictError, StoreError */
  async #endDamaged(tenant: string, runId: string, error: RunDamagedError): Promise<boolean> {
    const remains = await remainsOf(this.store, tenant, runId);
    if (!remains) return false;
    await this.mover.end(remains, DAMAGED);
    this.#logger.error({ runId, err: error }, 'a run that cannot be read was ended');
    return true;
  }

  /** Moves a run on later that the store failed, when that may help: this process holds it meanwhile. */
  #retryAfter(error: unknown, run: Waiting, waitMs: number): void {
    if (!(error instanceof StoreError) || error instanceof RunDamagedError || this.mover.isStopping) return;
    const again = (): void => {
      this.#retries.delete(run.runId);
      this.#add(run, Math.min(2 * waitMs, LONGEST_RETRY_MS));
    };
    clearTimeout(this.#retries.get(run.runId));
    this.#retries.set(run.runId, setTimeout(again, waitMs).unref());
  }
}
