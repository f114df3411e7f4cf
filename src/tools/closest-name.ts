/** The name that a mistyped one most likely meant: the same but for case, blanks and signs, or at most a third of it changed. */
export function closestName(wanted: string, names: readonly string[]): string | undefined {
  const folded = fold(wanted.slice(0, 4 * MAX_COMPARED));
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(folded, fold(name));
    if (distance <= Math.floor(Math.max(folded.length, 3) / 3) && distance < (best?.distance ?? Infinity))
      best = { name, distance };
  }
  return best?.name;
}

/** Long names are compared by their beginning: the work is quadratic in their length. */
const MAX_COMPARED = 64;

const fold = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase()]
    .filter((char) => !' _-.'.includes(char))
    .slice(0, MAX_COMPARED)
    .join('');

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
