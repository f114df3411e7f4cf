import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);

export const read = (path) => readFileSync(new URL(path, root), 'utf8');
export const pathOf = (path) => fileURLToPath(new URL(path, root));

/** Writes a generated file that is committed; with `--check` it fails instead when the committed one differs. */
export function commit(path, text, command) {
  if (!process.argv.includes('--check')) {
    writeFileSync(new URL(path, root), text);
    return;
  }
  if (readOrEmpty(path) === text) return;
  console.error(`${path} is not what the source says: run "${command}" and commit the difference.`);
  process.exitCode = 1;
}

function readOrEmpty(path) {
  try {
    return read(path);
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
}
