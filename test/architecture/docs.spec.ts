import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow, read, root } from './project-files';

const pages = [...filesBelow('.', /\.md$/)].filter((path) => !path.startsWith('test/'));

interface Fence {
  page: string;
  line: number;
  /** The compiled file that it is an excerpt of. */
  from: string | undefined;
  code: string[];
}

/** Fenced `ts` blocks. The line above the fence, or above its blank line, names the source: `<!-- from: src/… -->`. */
function fencesIn(page: string): Fence[] {
  const lines = read(page).split('\n');
  const fences: Fence[] = [];
  lines.forEach((text, index) => {
    if (!/^```(ts|typescript)\b/.test(text.trim())) return;
    const end = lines.findIndex((other, at) => at > index && other.trim() === '```');
    const above = lines[index - 1]?.trim() || lines[index - 2]?.trim();
    const from = /^<!-- from: (\S+) -->$/.exec(above ?? '')?.[1];
    fences.push({ page, line: index + 1, from, code: lines.slice(index + 1, end) });
  });
  return fences;
}

/** Whether the lines occur in the source in this order; blank lines and `…` stand for what was left out. */
function isExcerpt(code: readonly string[], source: string): boolean {
  const lines = source.split('\n').map((line) => line.trim());
  let at = 0;
  for (const line of code.map((text) => text.trim())) {
    if (line === '' || /^(\/\/ )?…$/.test(line)) continue;
    const found = lines.indexOf(line, at);
    if (found < 0) return false;
    at = found + 1;
  }
  return true;
}

function faultOf({ page, line, from, code }: Fence): string[] {
  if (!from) return [`${page}:${line} does not say where it is from`];
  if (!/^(src|test|examples|bench)\/.*\.ts$/.test(from) || !existsSync(join(root, from))) {
    return [`${page}:${line} is from ${from}, which is no compiled file`];
  }
  return isExcerpt(code, read(from)) ? [] : [`${page}:${line} is no excerpt of ${from}`];
}

/** Relative links of a page, without their anchor. */
function deadLinks(page: string): string[] {
  const targets = [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)].map((match) => match[1]!);
  return targets
    .filter((target) => !existsSync(join(root, dirname(page), target)))
    .map((target) => `${page}: ${target}`);
}

/** Files of the project that a page names in backticks. */
function deadPaths(page: string): string[] {
  const paths = [...read(page).matchAll(/`((?:src|test|docs|scripts)\/[\w./-]+)`/g)].map((match) => match[1]!);
  return paths.filter((path) => !existsSync(join(root, path))).map((path) => `${page}: ${path}`);
}

describe('documentation', () => {
  it('each ts block is an excerpt of a compiled file', () => {
    expect(pages.flatMap(fencesIn).flatMap(faultOf)).toEqual([]);
  });

  it('an excerpt keeps the order and the words of its source', () => {
    const source = 'const a = 1;\nconst b = 2;\nconst c = 3;\n';
    expect(isExcerpt(['const a = 1;', '// …', 'const c = 3;'], source)).toBe(true);
    expect(isExcerpt(['const c = 3;', 'const a = 1;'], source)).toBe(false);
    expect(isExcerpt(['const a = 2;'], source)).toBe(false);
  });

  it('relative links lead somewhere', () => {
    expect(pages.flatMap(deadLinks)).toEqual([]);
  });

  it('files that a page names exist', () => {
    expect(pages.flatMap(deadPaths)).toEqual([]);
  });
});
