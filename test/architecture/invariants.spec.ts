import { read } from './project-files';

/** Rows of the table in ARCHITECTURE.md: "| 1 | invariant | `test/….ts`: title of the test |". */
const rows = read('ARCHITECTURE.md')
  .split('\n')
  .filter((line) => /^\| \d+ /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number, , test]) => ({ number, test: test ?? '' }));

describe('invariants of ARCHITECTURE.md', () => {
  it('are in a table', () => {
    expect(rows.length).toBeGreaterThan(8);
  });

  it.each(rows)('number $number is held by a test that exists', ({ test }) => {
    const [, path, title] = /^`(test\/[^`]+)`: (.+)$/.exec(test) ?? [];
    expect({ path, title }).toEqual({ path: expect.any(String), title: expect.any(String) });
    expect(read(path!)).toContain(title!);
  });
});
