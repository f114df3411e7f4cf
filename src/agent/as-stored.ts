/** NUL and halves of pairs: models and users write them, and no store can keep them all. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

/**
 * `value`, which is JSON, as every store gives it back: what none can keep is U+FFFD, in keys too; the same object where that changes
 * nothing. A fact is made so, or what was approved live and what is read after a restart would not be the same call.
 */
export function asStored<T>(value: T): T;
export function asStored(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(UNSTORABLE, '\uFFFD');
  if (typeof value !== 'object' || value === null) return value;
  let isSame = true;
  const kept = (inner: unknown): unknown => {
    const stored = asStored(inner);
    isSame &&= stored === inner;
    return stored;
  };
  const copy = Array.isArray(value)
    ? value.map(kept)
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [kept(key), kept(inner)]));
  return isSame ? value : copy;
}
