import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { VIOLATIONS, type Violation } from './import-violations';

const root = join(__dirname, '../..');
const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

interface Summary {
  violations: { rule: { name: string }; from: string }[];
  ruleSetUsed: { forbidden: { name: string }[] };
}

/** Runs the project's import rules over `src` of a folder. */
function cruise(folder: string): Promise<Summary> {
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [cruiser, 'src', '--output-type', 'json'], options, (error, stdout, stderr) => {
      if (!stdout) reject(new Error(`dependency-cruiser gave no report: ${stderr}`, { cause: error }));
      else resolve((JSON.parse(stdout) as { summary: Summary }).summary);
    });
  });
}

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A source tree in which the first file of each violation breaks the rule it is listed under. */
function badTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'));
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json']) cpSync(join(root, file), join(folder, file));
  for (const { files } of Object.values(VIOLATIONS)) write(folder, files);
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const devDependencies = { jest: '1.0.0' };
  const installed = Object.keys({ ...dependencies, ...peerDependencies, ...devDependencies, 'left-pad': '' });
  for (const name of installed) {
    const manifest = JSON.stringify({ name, version: '1.0.0', main: 'index.js' });
    write(join(folder, 'node_modules', name), { 'package.json': manifest, 'index.js': '' });
  }
  write(folder, { 'package.json': JSON.stringify({ name: 'bad', dependencies, peerDependencies, devDependencies }) });
  return folder;
}

describe('import rules', () => {
  it('hold in src', async () => {
    const { violations } = await cruise(root);
    expect(violations.map(({ rule, from }) => `${rule.name}: ${from}`)).toEqual([]);
  });

  describe('can fail', () => {
    const folder = badTree();
    let summary: Summary;
    beforeAll(async () => {
      summary = await cruise(folder);
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it.each(Object.entries(VIOLATIONS))('%s', (name, { files }: Violation) => {
      const breaker = Object.keys(files)[0]!;
      const found = summary.violations.filter(({ rule }) => rule.name === name);
      expect(found.map(({ from }) => from)).toContain(breaker);
    });

    it('each rule of the configuration has a violation listed', () => {
      const rules = summary.ruleSetUsed.forbidden.map(({ name }) => name);
      expect(Object.keys(VIOLATIONS).sort()).toEqual(rules.sort());
    });
  });
});
