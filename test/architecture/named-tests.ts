import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { read, root } from './project-files';

/** The rows of all tables of a page that have this many cells, without heads and rules. */
export const rowsOf = (page: string, cells: number, head: string): string[][] =>
  read(page)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter((row) => row.length === cells && row[0] !== head && !/^-+$/.test(row[0] ?? ''));

/** What is wrong with a cell that names a test, as in "`test/….spec.ts`: title"; undefined when there is such a test. */
export function faultOfNamedTest(cell: string): string | undefined {
  const [, path, title] = /^`(test\/[^`]+\.spec\.ts)`: (.+)$/.exec(cell) ?? [];
  if (path === undefined || title === undefined) return `"${cell}" names no test`;
  if (!existsSync(join(root, path))) return `there is no ${path}`;
  return read(path).includes(title) ? undefined : `${path} has no test "${title}"`;
}
