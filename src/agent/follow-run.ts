import type { RunEvent } from '../core/run-event';
import type { RunStore } from '../core/run-store';
import type { RunFeed } from './run-feed';

/** Events that a reader has not taken are kept up to this many; then it is cut, and resumes from the store. */
const MAX_QUEUED = 10_000;

/** @throws SlowReaderError from `follow` when a reader falls too far behind. */
export class SlowReaderError extends Error {
  constructor() {
    super('The reader is too slow; resume with the id of the last event');
  }
}

/**
 * A run's events after `afterSeq`: the stored facts, then live ones and previews, without a gap or a double. Ends with
 * `run.finished` or when `signal` is aborted.
 */
export async function* followRun(
  { store, feed }: { store: RunStore; feed: RunFeed },
  { tenant, runId, afterSeq = 0 }: { tenant: string; runId: string; afterSeq?: number },
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const live = new LiveQueue();
  const unsubscribe = feed.subscribe(runId, tenant, (event) => live.push(event)); // first, so that nothing falls between
  const wake = (): void => live.wake();
  signal.addEventListener('abort', wake, { once: true });
  try {
    let last = afterSeq;
    for await (const event of store.events(tenant, runId, afterSeq)) {
      last = event.seq;
      yield event;
      if (event.type === 'run.finished') return;
    }
    for (;;) {
      const event = await live.next(signal);
      if (!event) return;
      if (event.type !== 'text.delta') {
        if (event.seq <= last && event.type === 'run.finished') return;
        if (event.seq <= last) continue;
        last = event.seq;
      } else if (event.seq < last) continue; // of a step whose reply the store has told already
      yield event;
      if (event.type === 'run.finished') return;
    }
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', wake);
  }
}

class LiveQueue {
  #events: RunEvent[] = [];
  #at = 0;
  #overflow = false;
  #wake: (() => void) | undefined;

  push(event: RunEvent): void {
    if (this.#events.length - this.#at >= MAX_QUEUED) this.#overflow = true;
    else this.#events.push(event);
    this.wake();
  }

  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  async next(signal: AbortSignal): Promise<RunEvent | undefined> {
    while (this.#at >= this.#events.length) {
      if (this.#overflow) throw new SlowReaderError();
      if (signal.aborted) return undefined;
      if (this.#at > 0) this.#events = [];
      this.#at = 0;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return this.#events[this.#at++];
  }
}
