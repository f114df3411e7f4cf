let shiftMs = 0;
const realNow = Date.now;

/** From now on the wall clock of this process is so far from the real one. The monotonic clock stays, as it does in a real jump. */
export const shiftClock = (ms: number): void => void (shiftMs = ms);

/** Puts a clock that can be shifted in the place of the real one. Call it before anything looks at the time. */
export function installClock(): void {
  const now = (): number => realNow() + shiftMs;
  Date.now = now;
  globalThis.Date = new Proxy(Date, {
    construct: (date, given: unknown[], target) =>
      Reflect.construct(date, given.length === 0 ? [now()] : given, target) as object,
  });
}
