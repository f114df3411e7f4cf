/** A signal with its own timer, to be disposed in `finally`. */
export interface Deadline {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Starts the time anew, as a limit on silence needs it; cheap enough for each chunk of a stream. */
  refresh(): void;
  dispose(this: void): void;
}

/**
 * A signal that follows `caller` and aborts with a `TimeoutError` after `ms`.
 * `AbortSignal.any([caller, AbortSignal.timeout(ms)])` is no substitute: on Node 20 nothing but `any` holds the timer, so it
 * was garbage-collected and never fired.
 */
export function deadline(caller: AbortSignal, ms: number): Deadline {
  const controller = new AbortController();
  const follow = (): void => controller.abort(caller.reason);
  if (caller.aborted) follow();
  else caller.addEventListener('abort', follow, { once: true });
  // setTimeout takes a 32-bit delay and fires at once for a longer one
  const timer = setTimeout(() => controller.abort(timeoutError(ms)), Math.min(Math.max(ms, 0), 2_147_483_647));
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    refresh: () => {
      if (!controller.signal.aborted) timer.refresh();
    },
    dispose: () => {
      clearTimeout(timer);
      caller.removeEventListener('abort', follow);
    },
  };
}

export const isTimeout = (signal: AbortSignal): boolean =>
  signal.aborted && (signal.reason as { name?: unknown } | undefined)?.name === 'TimeoutError';

const timeoutError = (ms: number): DOMException => new DOMException(`Timed out after ${ms} ms`, 'TimeoutError');
