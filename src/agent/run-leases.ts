import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Run } from '../core/run';
import type { AcquiredRun, Lease, LeaseHolder, RunStore } from '../core/run-store';
import { statusOf } from '../core/react-result';
import type { AgentOptions } from './agent-options';
import { AGENT_OPTIONS, RUN_STORE } from './tokens';

/** Leases are renewed this often at least, so that a process learns in time that another one ended its run. */
const LONGEST_BEAT_MS = 2000;

/** Renewals that may fail before a lease runs out. */
const BEATS_IN_A_LEASE = 5;

/** A lease that this process has, or believes to have: only the store knows. */
export class HeldLease implements Lease {
  /** Whether the store has it: a run of which nothing is stored has nothing to renew. */
  isStored = false;
  isLost = false;
  /** Called once when another process has the run. */
  onLost: () => void = () => undefined;

  constructor(
    readonly owner: string,
    readonly token: number,
    readonly ttlMs: number,
    isStored: boolean,
  ) {
    this.isStored = isStored;
  }
}

/** The runs that this process may move, queued ones included, and the heartbeat that holds them. */
@Injectable()
export class RunLeases {
  readonly #logger = new Logger('ReActAgent');
  readonly #held = new Map<string, HeldLease>();
  readonly #holder: LeaseHolder;
  readonly #beatMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(AGENT_OPTIONS) options: AgentOptions,
    @Inject(RUN_STORE) private readonly store: RunStore,
  ) {
    const { leaseMs } = options;
    // the name tells an operator where to look; the random part keeps two containers apart that are both process 1 of one host
    this.#holder = { owner: `${hostname()}:${process.pid}:${randomUUID()}`, ttlMs: leaseMs };
    this.#beatMs = Math.min(LONGEST_BEAT_MS, leaseMs / BEATS_IN_A_LEASE);
  }

  /** The lease of a run that is about to be stored. */
  begin(runId: string): HeldLease {
    return this.#hold(runId, 1, false);
  }

  of(runId: string): HeldLease | undefined {
    return this.#held.get(runId);
  }

  /** Takes runs that nobody holds, oldest first. @throws StoreError */
  async acquire(most: number): Promise<AcquiredRun[]> {
    const runs = await this.store.acquire(this.#holder, { most, except: [...this.#held.keys()] });
    for (const { runId, token } of runs) this.#hold(runId, token, true);
    return runs;
  }

  /** Takes a run that has not ended, whoever holds it, or only if nobody does; undefined when it cannot. @throws StoreError */
  async seize(tenant: string, runId: string, ifFree = false): Promise<HeldLease | undefined> {
    const token = await this.store.seize(this.#holder, tenant, runId, ifFree);
    return token === undefined ? undefined : this.#hold(runId, token, true);
  }

  /** The store has taken an append: it holds the run from then on, or has got it back. */
  stored(run: Run, lease: HeldLease): void {
    lease.isStored = true;
    const status = statusOf(run);
    if (status !== 'queued' && status !== 'running') this.drop(run.id, lease);
  }

  /** Forgets a lease that another process has, or that the store never got. */
  drop(runId: string, lease: HeldLease): void {
    if (this.#held.get(runId) === lease) this.#held.delete(runId);
  }

  /** Leaves runs to whoever takes them next. */
  async giveBack(runIds: readonly string[]): Promise<void> {
    for (const runId of runIds) this.#held.delete(runId);
    try {
      await this.store.release(this.#holder.owner, runIds);
    } catch (error) {
      this.#logger.warn(
        { runs: runIds.length, err: error },
        'leases could not be given back: they run out by themselves',
      );
    }
  }

  /** Leaves every run to the next process. */
  async close(): Promise<void> {
    this.stop();
    await this.giveBack([...this.#held.keys()]);
  }

  /** Shows no sign of life any more. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #hold(runId: string, token: number, isStored: boolean): HeldLease {
    const lease = new HeldLease(this.#holder.owner, token, this.#holder.ttlMs, isStored);
    this.#held.set(runId, lease);
    this.#timer ??= setInterval(() => void this.#beat(), this.#beatMs).unref();
    return lease;
  }

  /** One statement for all of them. A store that is away takes no append of another process either, so nothing stops because of it. */
  async #beat(): Promise<void> {
    const held = [...this.#held].filter(([, { isStored }]) => isStored);
    if (held.length === 0) return;
    try {
      const renewed = new Set(
        await this.store.renew(
          this.#holder,
          held.map(([runId]) => runId),
        ),
      );
      for (const [runId, lease] of held) if (!renewed.has(runId)) this.#lose(runId, lease);
    } catch (error) {
      this.#logger.warn({ runs: held.length, err: error }, 'leases could not be renewed');
    }
  }

  /** What ended or was given back while the store was asked is not lost. */
  #lose(runId: string, lease: HeldLease): void {
    if (this.#held.get(runId) !== lease) return;
    this.#held.delete(runId);
    lease.isLost = true;
    lease.onLost();
  }
}
