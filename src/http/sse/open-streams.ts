import { Injectable } from '@nestjs/common';
import { ownerOf, type Principal } from '../../access/principal';
import { callerOf } from '../../agent/ask-request';
import { OverloadedError } from '../../core/errors';

/** Event streams of this process at a time, of all and of one key. */
const MOST = 500;
const MOST_PER_KEY = 100;

/**
 * Counts the readers of runs. Each of a run that another process moves, or that waits, looks into the store twice a second for as
 * long as it stays, so that some thousands would keep everybody else from it.
 */
@Injectable()
export class OpenStreams {
  readonly #ofKey = new Map<string, number>();
  #total = 0;

  /** Streams by `stream`, and counts it until that is done. @throws OverloadedError when there are too many; what `stream` throws */
  async hold(caller: Principal, stream: () => Promise<void>): Promise<void> {
    const key = callerOf(ownerOf(caller));
    if (key !== undefined && this.#of(key) >= MOST_PER_KEY)
      throw new OverloadedError(
        `Too many event streams at the same time: ${MOST_PER_KEY} of this key are open already`,
      );
    if (this.#total >= MOST)
      throw new OverloadedError(`Too many event streams at the same time: ${MOST} are open already`);
    this.#count(key, 1);
    try {
      await stream();
    } finally {
      this.#count(key, -1);
    }
  }

  #of(key: string): number {
    return this.#ofKey.get(key) ?? 0;
  }

  #count(key: string | undefined, change: 1 | -1): void {
    this.#total += change;
    if (key === undefined) return;
    const count = this.#of(key) + change;
    if (count > 0) this.#ofKey.set(key, count);
    else this.#ofKey.delete(key);
  }
}
