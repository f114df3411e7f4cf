import { OverloadedError } from '../core/errors';
import type { ForegroundLimits } from './agent-options';

interface Waiter {
  readonly caller: string | undefined;
  start(): void;
}

/** Runs that somebody waits for: so many at a time in this process, and of one caller. The next ones wait a short while. */
export class RunSlots {
  readonly #running = new Map<string | undefined, number>();
  readonly #waiting = new Set<Waiter>();
  #total = 0;

  constructor(private readonly limits: ForegroundLimits) {}

  /**
   * Begins a run when there is a slot, and frees the slot when the run has ended. First come first served; a caller whose own
   * slots are taken does not keep others waiting.
   * @param caller by whom slots are counted; nobody's are counted for undefined
   * @throws OverloadedError when nothing became free in time, when too many wait, or when `signal` is aborted meanwhile; what `begin` throws
   */
  async hold<Begun extends { readonly ended: Promise<unknown> }>(
    caller: string | undefined,
    signal: AbortSignal,
    begin: () => Promise<Begun>,
  ): Promise<Begun> {
    if (!this.#hasSlot(caller)) await this.#wait(caller, signal);
    else this.#take(caller);
    const free = (): void => this.#free(caller);
    try {
      const begun = await begin();
      begun.ended.then(free, free);
      return begun;
    } catch (error) {
      free();
      throw error;
    }
  }

  /** Resolves with the slot taken. */
  #wait(caller: string | undefined, signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.limits.maxWaiting) return Promise.reject(this.#refusal(caller));
    return new Promise((resolve, reject) => {
      const settle = (settled: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        this.#waiting.delete(waiter);
        settled();
      };
      const leave = (): void => settle(() => reject(new OverloadedError('The client left before its run began')));
      const waiter: Waiter = { caller, start: () => settle(resolve) };
      const timer = setTimeout(() => settle(() => reject(this.#refusal(caller))), this.limits.maxWaitMs);
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiter);
      if (signal.aborted) leave();
    });
  }

  #hasSlot(caller: string | undefined): boolean {
    return this.#total < this.limits.maxRunning && this.#runningOf(caller) < this.limits.maxPerCaller;
  }

  #runningOf(caller: string | undefined): number {
    return caller === undefined ? 0 : (this.#running.get(caller) ?? 0);
  }

  #take(caller: string | undefined): void {
    this.#total += 1;
    if (caller !== undefined) this.#running.set(caller, this.#runningOf(caller) + 1);
  }

  #free(caller: string | undefined): void {
    this.#total -= 1;
    const left = this.#runningOf(caller) - 1;
    if (left > 0) this.#running.set(caller, left);
    else this.#running.delete(caller);
    for (const waiter of this.#waiting) {
      if (!this.#hasSlot(waiter.caller)) continue;
      this.#take(waiter.caller);
      waiter.start();
    }
  }

  #refusal(caller: string | undefined): OverloadedError {
    const { maxRunning, maxPerCaller } = this.limits;
    return this.#runningOf(caller) >= maxPerCaller
      ? new OverloadedError(`Too many runs at the same time: ${maxPerCaller} of this key go on already`)
      : new OverloadedError(`Too many runs at the same time: ${maxRunning} go on already`);
  }
}
