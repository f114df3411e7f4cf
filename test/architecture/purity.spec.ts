import ts from 'typescript';
import { filesBelow, lineAt, parse, walk } from './project-files';

const engine = ['core', 'protocols', 'policies', 'compaction', 'tokens'].flatMap((folder) =>
  filesBelow(`src/${folder}`, /\.ts$/),
);
const prompts = filesBelow('src/agent', /^(prompt|output|date).*\.ts$/);

const MEMBERS = new Set([
  'Date.now',
  'performance.now',
  'Math.random',
  'process.env',
  'AbortSignal.timeout',
  'AbortSignal.any',
]);
const NAMES = new Set(['randomUUID', 'randomBytes', 'randomInt']);

/** What makes a result depend on more than its arguments; `new Date(ms)` for formatting does not. */
function impurity(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && MEMBERS.has(node.getText())) return node.getText();
  if (ts.isIdentifier(node) && NAMES.has(node.text)) return node.text;
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) return 'new Date()';
  if (ts.isCallExpression(node) && node.expression.getText() === 'Date') return 'Date()';
  return undefined;
}

function impuritiesIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    const what = impurity(node);
    if (what) found.push(`${file.fileName}:${lineAt(file, node.getStart())} ${what}`);
  });
  return found;
}

describe('purity', () => {
  it('engine and prompts read no clock, no randomness and no environment', () => {
    expect(engine.length).toBeGreaterThan(0);
    expect([...engine, ...prompts].flatMap((path) => impuritiesIn(parse(path)))).toEqual([]);
  });

  it.each([
    'Date.now()',
    'new Date()',
    'Date()',
    'Math.random()',
    'randomUUID()',
    'process.env.HOME',
    'AbortSignal.any([])',
  ])('%s is found', (expression) => {
    const file = ts.createSourceFile('x.ts', `const x = ${expression};`, ts.ScriptTarget.ES2023, true);
    expect(impuritiesIn(file)).toHaveLength(1);
  });

  it('formatting a given instant is pure', () => {
    const file = ts.createSourceFile('x.ts', 'new Date(at).toISOString()', ts.ScriptTarget.ES2023, true);
    expect(impuritiesIn(file)).toEqual([]);
  });
});
