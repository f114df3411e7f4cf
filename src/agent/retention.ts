import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { RunStore } from '../core/run-store';
import type { AgentOptions } from './agent-options';
import { AGENT_OPTIONS, RUN_STORE } from './tokens';

/** How often old runs are looked for. */
const SWEEP_EVERY_MS = 3_600_000;

/** Runs deleted in one transaction: appends wait for it on SQLite. */
const RUNS_AT_ONCE = 100;

/** Deletes runs that ended longer ago than the operator keeps them, with their events. A run that has not ended is kept. */
@Injectable()
export class Retention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('ReActAgent');
  #timer: NodeJS.Timeout | undefined;
  #sweep: Promise<void> | undefined;
  #isStopping = false;

  constructor(
    @Inject(AGENT_OPTIONS) private readonly options: AgentOptions,
    @Inject(RUN_STORE) private readonly store: RunStore,
  ) {}

  onApplicationBootstrap(): void {
    if (this.options.retentionMs === undefined) return;
    this.#begin();
    this.#timer = setInterval(() => this.#begin(), SWEEP_EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#sweep;
  }

  #begin(): void {
    this.#sweep ??= this.#deleteOld().finally(() => (this.#sweep = undefined));
  }

  /** What could not be deleted now is deleted the next time. */
  async #deleteOld(): Promise<void> {
    const before = Date.now() - (this.options.retentionMs ?? Infinity);
    let runs = 0;
    try {
      for (let deleted = RUNS_AT_ONCE; deleted === RUNS_AT_ONCE && !this.#isStopping; runs += deleted) {
        deleted = await this.store.deleteExpired(before, RUNS_AT_ONCE);
      }
    } catch (error) {
      this.#logger.error({ err: error }, 'old runs could not be deleted');
    }
    if (runs > 0) this.#logger.log({ runs, before: new Date(before).toISOString() }, 'old runs were deleted');
  }
}
