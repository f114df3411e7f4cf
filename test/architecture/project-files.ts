import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export const root = join(__dirname, '../..');

const generated = new Set(['node_modules', 'dist', 'build', 'coverage', 'data', '.git']);

/** Paths of the project's files below `folder`, relative to the root, with `/`. A folder that does not exist has none. */
export function filesBelow(folder: string, extension = /./): string[] {
  const found: string[] = [];
  for (const entry of entriesOf(folder)) {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !generated.has(entry.name)) found.push(...filesBelow(path, extension));
    if (entry.isFile() && entry.name !== '.env' && extension.test(entry.name)) found.push(path);
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

export const parse = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, read(path), ts.ScriptTarget.ES2023, true);

/** Calls `visit` for the node and everything in it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** Line of a position, from 1. */
export const lineAt = (file: ts.SourceFile, position: number): number =>
  file.getLineAndCharacterOfPosition(position).line + 1;
