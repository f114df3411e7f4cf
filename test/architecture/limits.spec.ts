import { read } from './project-files';

interface Row {
  what: string;
  figure: number;
  path: string;
  name: string;
}

/** Rows "| what | 1,000 ms | effect | `src/path.ts` `NAME` |". */
function rows(): Row[] {
  const found: Row[] = [];
  for (const line of read('docs/limits.md').split('\n')) {
    const [, what, figure, , source] = line.split('|').map((cell) => cell.trim());
    const [, path, name] = /^`(src\/[^`]+)` `(\w+)`$/.exec(source ?? '') ?? [];
    if (what && figure && path && name)
      found.push({ what, figure: Number.parseFloat(figure.replaceAll(',', '')), path, name });
  }
  return found;
}

/** The figure that the source gives to a name: `NAME = 256 * 1024`, `name: 15_000` or `name = 20`. */
function inSource({ path, name }: Row): number | undefined {
  const assigned = new RegExp(`\\b${name}\\s*[:=]\\s*([\\d_]+(?:\\s*\\*\\s*[\\d_]+)*)`).exec(read(path))?.[1];
  return assigned?.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '').trim()), 1);
}

describe('docs/limits.md', () => {
  it('has a row for each line of a table', () => {
    const lines = read('docs/limits.md')
      .split('\n')
      .filter((line) => line.includes('`src/'));
    expect(rows()).toHaveLength(lines.length);
    expect(lines.length).toBeGreaterThan(10);
  });

  it.each(rows())('$what: $figure', (row) => {
    expect(inSource(row)).toBe(row.figure);
  });
});
