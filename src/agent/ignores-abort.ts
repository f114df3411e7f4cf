/** How long a run may take to end after its signal was aborted. */
const ABORT_GRACE_MS = 1000;

/** Waits for `work`: false when it settles, true when `signal` was aborted and it goes on all the same. @throws what `work` throws */
export async function ignoresAbort(work: Promise<void>, signal: AbortSignal): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  let startTimer = (): void => undefined;
  const ignored = new Promise<true>((resolve) => {
    startTimer = () => (timer = setTimeout(() => resolve(true), ABORT_GRACE_MS));
  });
  if (signal.aborted) startTimer();
  else signal.addEventListener('abort', startTimer, { once: true });
  try {
    return await Promise.race([work.then(() => false), ignored]);
  } finally {
    signal.removeEventListener('abort', startTimer);
    clearTimeout(timer);
    work.catch(() => undefined); // nobody waits for it any more
  }
}
