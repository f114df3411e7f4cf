export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/** Medians over rounds. In each round every subject is measured once, in turn, so that a machine that drifts drifts for all. */
export async function interleaved<Subject>(
  subjects: readonly Subject[],
  rounds: number,
  measure: (subject: Subject) => Promise<number>,
): Promise<Map<Subject, number>> {
  const readings = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) readings.get(subject)?.push(await measure(subject));
  }
  return new Map(subjects.map((subject) => [subject, median(readings.get(subject) ?? [])]));
}

/** The value that so large a share of all values does not exceed; 0.99 for p99. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}
