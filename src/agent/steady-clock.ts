/**
 * Epoch ms when it is made, and from then on by a clock that nobody sets: facts tell how long a run was worked on, and a clock
 * that jumps must not use up its time.
 */
export function steadyClock(): () => number {
  const from = Date.now() - performance.now();
  return () => Math.floor(from + performance.now());
}
