import ts from 'typescript';
import { filesBelow, lineAt, parse, read, walk } from './project-files';

const MAX_FILE_LINES = 250;
const MAX_FUNCTION_LINES = 50;
/** Lines with code on them: a doc comment should never be left out for the budget. See docs/adr/0013. */
const MAX_CORE_CODE_LINES = 1000;

/** `path` or `path:line` of what may be larger. Empty, and meant to stay so. */
const EXCEPTIONS: readonly string[] = [];

const sources = ['src', 'test', 'bench', 'examples', 'scripts'].flatMap((folder) =>
  filesBelow(folder, /\.[cm]?[jt]s$/),
);

/** A describe block is a table of contents, not a function; so is a contract suite (`describeRunStore`). */
function isDescribe(node: ts.FunctionLikeDeclaration): boolean {
  if (node.name?.getText().startsWith('describe')) return true;
  return ts.isCallExpression(node.parent) && node.parent.expression.getText().startsWith('describe');
}

function longFunctions(path: string): string[] {
  const file = parse(path);
  const long: string[] = [];
  walk(file, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || isDescribe(node)) return;
    const first = lineAt(file, node.getStart());
    const lines = lineAt(file, node.getEnd()) - first + 1;
    if (lines > MAX_FUNCTION_LINES) long.push(`${path}:${first}`);
  });
  return long;
}

function codeLines(path: string): number {
  const file = parse(path);
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(file).filter(({ kind }) => kind !== ts.SyntaxKind.JSDoc);
    for (const child of children) visit(child);
    if (children.length > 0 || node.getWidth(file) === 0) return;
    for (let line = lineAt(file, node.getStart(file)); line <= lineAt(file, node.getEnd()); line++) lines.add(line);
  };
  visit(file);
  return lines.size;
}

describe('sizes', () => {
  it(`a file has ${MAX_FILE_LINES} lines at most`, () => {
    const long = sources.filter((path) => read(path).trimEnd().split('\n').length > MAX_FILE_LINES);
    expect(long).toEqual(EXCEPTIONS.filter((name) => !name.includes(':')));
  });

  it(`a function has ${MAX_FUNCTION_LINES} lines at most`, () => {
    const long = sources.flatMap(longFunctions);
    expect(long).toEqual(EXCEPTIONS.filter((name) => name.includes(':')));
  });

  it(`the core has ${MAX_CORE_CODE_LINES} lines of code at most`, () => {
    const total = filesBelow('src/core').reduce((sum, path) => sum + codeLines(path), 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(MAX_CORE_CODE_LINES);
  });
});
