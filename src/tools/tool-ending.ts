/** How work ended, or that it was told to stop before it did. */
export type Ending = { readonly value: unknown } | { readonly thrown: unknown } | 'aborted';

export interface Ended {
  readonly ending: Ending;
  /** Settles when the work itself does, which may be long after the abort, or never. Never rejects. */
  readonly over: Promise<unknown>;
}

/** Whichever comes first: the end of `work` or the signal. What is thrown after the signal goes to `onLate`. */
export async function endingOf(
  work: () => unknown,
  signal: AbortSignal,
  onLate: (thrown: unknown) => void,
): Promise<Ended> {
  const over = Promise.resolve()
    .then(work)
    .then(
      (value): Ending => ({ value }),
      (thrown: unknown): Ending => {
        if (!signal.aborted) return { thrown };
        onLate(thrown);
        return 'aborted';
      },
    );
  let stopWaiting = (): void => undefined;
  const aborted = new Promise<Ending>((resolve) => {
    stopWaiting = () => resolve('aborted');
    if (signal.aborted) stopWaiting();
    else signal.addEventListener('abort', stopWaiting, { once: true });
  });
  try {
    return { ending: await Promise.race([over, aborted]), over };
  } finally {
    signal.removeEventListener('abort', stopWaiting);
  }
}

/** Waits for `work`, `ms` at most: `late` when that was not enough. @throws what `work` throws */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
