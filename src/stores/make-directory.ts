import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from './store-fault';

/**
 * Makes a directory and the missing ones above it, for this user alone, and checks that files can be made in it. One by one,
 * since a recursive `mkdirSync` never ends on Node 20 where a parent refuses with ENOENT, as below /proc.
 * @throws the system's error: ENOTDIR, EACCES, EROFS, ENOSPC, ENOENT and so on.
 */
export function makeDirectory(path: string): void {
  const directory = resolve(path);
  for (const missing of missingIn(directory).reverse()) make(missing);
  accessSync(directory, constants.W_OK | constants.X_OK);
}

/** From the innermost one outwards, up to the nearest parent that exists. */
function missingIn(directory: string): string[] {
  const missing: string[] = [];
  let at = directory;
  for (;;) {
    const found = statSync(at, { throwIfNoEntry: false });
    if (found?.isDirectory()) return missing;
    if (found) throw Object.assign(new Error(`not a directory: ${at}`), { code: 'ENOTDIR' });
    missing.push(at);
    const parent = dirname(at);
    if (parent === at) return missing;
    at = parent;
  }
}

function make(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    const isThere = codeOf(error) === 'EEXIST' && statSync(directory, { throwIfNoEntry: false })?.isDirectory();
    if (!isThere) throw error; // there: another process that starts was faster
  }
}
