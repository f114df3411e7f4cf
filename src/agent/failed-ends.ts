import { Logger } from '@nestjs/common';
import { RunConflictError } from '../core/errors';
import { apply, fold } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { RunStore } from '../core/run-store';

/** Between two tries while the store is away, in ms. */
const RETRY_MS = 1_000;

/** Ends runs whose store failed under them, once it is back: no run stays `running` with nobody to move it. */
export class FailedEnds {
  readonly #logger = new Logger('ReActAgent');
  readonly #pending = new Map<string, { tenant: string; runId: string }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly store: RunStore) {}

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
        if (error instanceof RunConflictError)
          this.#pending.delete(runId); // somebody else moves it
        else this.#logger.warn({ runId, err: error }, 'the store is still away; a run waits for its end');
      }
    }
    this.#schedule();
  }

  async #end(tenant: string, runId: string): Promise<void> {
    const events: RunEvent[] = [];
    for await (const event of this.store.events(tenant, runId)) events.push(event);
    if (events.length === 0) return; // not even its first fact was stored
    const run = fold(events);
    if (run.outcome) return;
    const outcome = {
      status: 'failed',
      code: 'store_failed',
      message: 'The store failed while the run went on.',
    } as const;
    const end: RunEvent = { runId, seq: run.seq + 1, at: Date.now(), type: 'run.finished', outcome };
    await this.store.append([end], apply(run, end));
  }
}
