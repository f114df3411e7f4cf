import { Injectable } from '@nestjs/common';
import type { RunEvent } from '../core/run-event';

/** Hears facts after their commit, in order, and previews as they are made. Must not throw and must not block. */
export interface FeedListener {
  readonly hear: (event: RunEvent) => void;
  /** Nothing will come any more. */
  readonly end: () => void;
}

interface Watcher extends FeedListener {
  readonly tenant: string;
}

/** Live events of the runs that this process moves, for those who watch. A watcher hears the runs of its own tenant only. */
@Injectable()
export class RunFeed {
  /** By run. */
  readonly #watchers = new Map<string, Set<Watcher>>();
  #isClosed = false;

  /** @param tenant who owns the run */
  publish(event: RunEvent, tenant: string): void {
    const watchers = this.#watchers.get(event.runId);
    if (watchers) for (const watcher of watchers) if (watcher.tenant === tenant) watcher.hear(event);
  }

  /** Whether anybody would see a preview: making one costs reading the reply a second time. */
  isWatched(runId: string): boolean {
    return this.#watchers.has(runId);
  }

  /** This process moves no run any more: those who watch are told. */
  close(): void {
    this.#isClosed = true;
    for (const watchers of this.#watchers.values()) for (const watcher of watchers) watcher.end();
  }

  /** Gives the function that ends it. */
  subscribe(runId: string, tenant: string, { hear, end }: FeedListener): () => void {
    const watcher = { tenant, hear, end };
    if (this.#isClosed) end();
    const watchers = this.#watchers.get(runId) ?? new Set();
    this.#watchers.set(runId, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watchers.delete(runId);
    };
  }
}
