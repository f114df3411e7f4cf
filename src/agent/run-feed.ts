import { Injectable } from '@nestjs/common';
import type { RunEvent } from '../core/run-event';

/** Hears facts after their commit, in order, and previews as they are made. Must not throw and must not block. */
export type FeedListener = (event: RunEvent) => void;

/** Live events of the runs that this process moves, for those who watch. */
@Injectable()
export class RunFeed {
  readonly #listeners = new Map<string, Set<FeedListener>>();

  publish(event: RunEvent): void {
    const listeners = this.#listeners.get(event.runId);
    if (listeners) for (const listener of listeners) listener(event);
  }

  /** Whether anybody would see a preview: making one costs reading the reply a second time. */
  isWatched(runId: string): boolean {
    return this.#listeners.has(runId);
  }

  /** Gives the function that ends it. */
  subscribe(runId: string, listener: FeedListener): () => void {
    const listeners = this.#listeners.get(runId) ?? new Set();
    this.#listeners.set(runId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(runId);
    };
  }
}
