/** Looks again and again until what is seen is good, for a few seconds at most; gives what was seen last. */
export async function until<T>(look: () => T | Promise<T>, good: (seen: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    const seen = await look();
    if (good(seen) || tries > 400) return seen;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
