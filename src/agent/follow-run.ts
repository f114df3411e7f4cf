import type { RunEvent } from '../core/run-event';
import type { RunStore } from '../core/run-store';
import type { RunFeed } from './run-feed';

/** Events that a reader has not taken are kept up to this many; then it is cut, and resumes from the store. */
const MAX_QUEUED = 10_000;

/** How often a reader looks for facts of a run that another process moves, in ms. */
const LOOK_EVERY_MS = 500;

/** @throws SlowReaderError from `follow` when a reader falls too far behind. */
export class SlowReaderError extends Error {
  constructor() {
    super('The reader is too slow; resume with the id of the last event');
  }
}

/**
 * A run's events after `afterSeq`: the stored facts, then live ones and previews, without a gap or a double. Ends with
 * `run.finished`, when `signal` is aborted or when the feed closes. Of a run that another process moves there are facts only, up to half a second late.
 * @param isHere whether this process moves a run
 */
export async function* followRun(
  { store, feed, isHere }: { store: RunStore; feed: RunFeed; isHere: (runId: string) => boolean },
  { tenant, runId, afterSeq = 0 }: { tenant: string; runId: string; afterSeq?: number },
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const live = new LiveQueue(store.isShared ? LOOK_EVERY_MS : undefined);
  // first, so that nothing falls between
  const unsubscribe = feed.subscribe(runId, tenant, { hear: (event) => live.push(event), end: () => live.end() });
  const wake = (): void => live.wake();
  signal.addEventListener('abort', wake, { once: true });
  try {
    let last = afterSeq;
    let isKnown = afterSeq === 0; // a number that a reader gives may be one that the run does not have yet
    for (let isBehind = true, from = afterSeq; ; from = isKnown ? last : 0) {
      if (isBehind) {
        for await (const event of store.events(tenant, runId, from)) {
          isKnown ||= event.seq >= last;
          if (event.seq > last) yield event;
          last = Math.max(last, event.seq);
          if (event.type === 'run.finished') return;
        }
      }
      const event = await live.next(signal);
      if (!event) return;
      isBehind = event === SILENCE && !isHere(runId);
      if (event === SILENCE) continue;
      if (event.type !== 'text.delta') {
        if (event.seq <= last && event.type === 'run.finished') return;
        if (event.seq <= last) continue;
        last = event.seq;
      } else if (event.seq < last) continue; // of a step whose reply the store has told already
      yield event;
      if (event.type === 'run.finished') return;
    }
  } finally {
    live.close();
    unsubscribe();
    signal.removeEventListener('abort', wake);
  }
}

const SILENCE = Symbol('SILENCE');

class LiveQueue {
  #events: RunEvent[] = [];
  #at = 0;
  #overflow = false;
  #isEnded = false;
  #isSilent = true;
  #wake: (() => void) | undefined;
  /** One for the whole life: a timer for each wait would cost more than the event that ends it. */
  readonly #looks: NodeJS.Timeout | undefined;

  /** @param lookMs silence is told after a whole interval of so many ms without an event; never when it is left out */
  constructor(lookMs?: number) {
    this.#looks = lookMs === undefined ? undefined : setInterval(() => this.#look(), lookMs);
  }

  push(event: RunEvent): void {
    this.#isSilent = false;
    if (this.#events.length - this.#at >= MAX_QUEUED) this.#overflow = true;
    else this.#events.push(event);
    this.wake();
  }

  /** Nothing will come any more. */
  end(): void {
    this.#isEnded = true;
    this.wake();
  }

  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  close(): void {
    clearInterval(this.#looks);
  }

  /** `SILENCE` when none comes; undefined once `signal` is aborted or nothing will come. */
  async next(signal: AbortSignal): Promise<RunEvent | typeof SILENCE | undefined> {
    while (this.#at >= this.#events.length) {
      if (this.#overflow) throw new SlowReaderError();
      if (signal.aborted || this.#isEnded) return undefined;
      if (this.#at > 0) this.#events = [];
      this.#at = 0;
      await new Promise<void>((resolve) => (this.#wake = resolve));
      if (this.#isSilent && !signal.aborted && !this.#isEnded) return SILENCE;
    }
    return this.#events[this.#at++];
  }

  #look(): void {
    if (this.#isSilent) this.wake();
    this.#isSilent = true;
  }
}
