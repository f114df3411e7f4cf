import { read } from './project-files';

interface Row {
  readonly threat: string;
  readonly ids: string;
  readonly defence: string;
  readonly test: string;
}

/** Rows "| threat | LLM01, ASI01 | defence | `test/….ts`: title |" of every table. */
const rows: Row[] = read('docs/security.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Threat|-)/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map(([, threat = '', ids = '', defence = '', test = '']) => ({ threat, ids, defence, test }));

describe('docs/security.md', () => {
  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(15);
    expect(new Set(rows.map(({ threat }) => threat)).size).toBe(rows.length);
  });

  it.each(rows)('$threat: has ids, a defence, and a test that exists', ({ ids, defence, test }) => {
    expect(ids).toMatch(/^((LLM|ASI)(0[1-9]|10))(, (LLM|ASI)(0[1-9]|10))*$/);
    expect(defence).not.toBe('');
    const [, path, title] = /^`(test\/[^`]+\.spec\.ts)`: (.+)$/.exec(test) ?? [];
    expect({ path, title }).toEqual({ path: expect.any(String), title: expect.any(String) });
    expect(read(path!)).toContain(title!);
  });
});
