import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { isWaiting, type Run } from '../core/run';
import type { RunStore } from '../core/run-store';
import { Approvals } from './approvals';
import { loadRun } from './load-run';
import { storeClock } from './store-clock';
import { RUN_STORE } from './tokens';

/** Between two looks at the runs that wait, in ms. */
const SWEEP_MS = 60_000;

/** Looks for calls that nobody decided in time, so that their runs go on, and their conversations are free again. */
@Injectable()
export class ApprovalExpiry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('ReActAgent');
  /** Of runs that wait, by id: epoch ms by the store's clock before which nothing can be due. */
  readonly #dueAt = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    @Inject(RUN_STORE) private readonly store: RunStore,
    @Inject(Approvals) private readonly approvals: Approvals,
  ) {}

  onApplicationBootstrap(): void {
    void this.#sweepAgain();
  }

  beforeApplicationShutdown(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Rejects what is due now. @throws StoreError */
  async sweep(): Promise<void> {
    const open = await this.store.unfinished();
    const ids = new Set(open.map(({ runId }) => runId));
    for (const runId of this.#dueAt.keys()) if (!ids.has(runId)) this.#dueAt.delete(runId);
    if (open.length === 0) return;
    const now = await storeClock(this.store);
    for (const { tenant, runId } of open) {
      if (this.#isStopped) return;
      if ((this.#dueAt.get(runId) ?? 0) <= now) await this.#look(tenant, runId, now);
    }
  }

  /** A run that cannot be read stops nobody. */
  async #look(tenant: string, runId: string, now: number): Promise<void> {
    try {
      const run = await loadRun(this.store, tenant, runId);
      this.#dueAt.delete(runId);
      if (!isWaiting(run)) return;
      this.#dueAt.set(runId, dueAt(run));
      if (dueAt(run) <= now) await this.approvals.expire(run, now);
    } catch (error) {
      this.#logger.warn({ runId, err: error }, 'a run that may wait for a person could not be looked at');
    }
  }

  async #sweepAgain(): Promise<void> {
    await this.sweep().catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'the store did not tell which runs wait for a person');
    });
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#sweepAgain(), SWEEP_MS).unref();
  }
}

/** When the first of its calls is due. */
const dueAt = (run: Run): number =>
  Math.min(
    ...(run.steps.at(-1)?.actions ?? []).map(
      ({ state, terms }) => (state === 'waiting' && terms?.expiresAt) || Infinity,
    ),
  );
