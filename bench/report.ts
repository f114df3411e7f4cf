import { cpus, loadavg } from 'node:os';

/** What a figure must not exceed. */
export interface Bar {
  readonly what: string;
  readonly atMost: number;
  readonly got: number;
}

export const machine = (): string => {
  const list = cpus();
  return `${list[0]?.model.trim() ?? 'unknown CPU'}, ${list.length} cores, Node ${process.versions.node}`;
};

/** How busy the machine is by the last minute, what is measured included. */
export const load = (): string => `load ${(loadavg()[0] ?? NaN).toFixed(1)} on ${cpus().length} cores`;

/** Columns of equal width, the first to the left and the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    widths
      .map((width, column) => (column === 0 ? (row[0] ?? '').padEnd(width) : (row[column] ?? '').padStart(width)))
      .join('   ');
  return all.map(line).join('\n');
}

export const title = (text: string): string => `\n${text}\n${'-'.repeat(text.length)}`;

export const number = (value: number, digits = 3): string => (Number.isFinite(value) ? value.toFixed(digits) : '-');

/** `0.310 (x0.42)`: a figure and its ratio to the plain SDK loop. */
export const withRatio = (value: number, base: number, digits = 3): string =>
  `${number(value, digits)} (x${number(value / base, 2)})`;

export const barTable = (bars: readonly Bar[]): string =>
  table(
    ['bar (ratio to the plain SDK loop where nothing else is said)', 'at most', 'got', ''],
    bars.map(({ what, atMost, got }) => [what, number(atMost, 2), number(got, 2), got <= atMost ? 'pass' : 'MISS']),
  );
