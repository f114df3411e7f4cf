import ts from 'typescript';
import { parse, read, walk } from './project-files';

const NAME = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

/** Names in the declaration of ENVIRONMENT_VARIABLES: keys of an object, or strings of a list. */
function declared(): string[] {
  const names: string[] = [];
  walk(parse('src/config/environment.ts'), (node) => {
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== 'ENVIRONMENT_VARIABLES') return;
    walk(node.initializer!, (inner) => {
      const isName = ts.isPropertyAssignment(inner.parent) ? inner.parent.name === inner : ts.isStringLiteral(inner);
      if (isName && (ts.isIdentifier(inner) || ts.isStringLiteral(inner)) && NAME.test(inner.text))
        names.push(inner.text);
    });
  });
  return names.sort();
}

/** `NAME=value`, or `# NAME=` for one that is off by default. */
const inExample = (): string[] =>
  [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1]!).sort();

/** Rows that start with "| `NAME`". */
const inTable = (path: string): string[] =>
  [...read(path).matchAll(/^\| `([A-Z][A-Z0-9_]*)`/gm)].map((match) => match[1]!).sort();

describe('environment variables', () => {
  it('are declared once', () => {
    expect(declared().length).toBeGreaterThan(0);
    expect(declared()).toEqual([...new Set(declared())]);
  });

  it('.env.example lists exactly the declared ones', () => {
    expect(inExample()).toEqual(declared());
  });

  it.each(['README.md', 'README.zh-CN.md'])('%s lists exactly the declared ones', (path) => {
    expect(inTable(path)).toEqual(declared());
  });
});
