import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory for this spec file, removed after it. Call it at the top of a `describe` or of the file. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'nest-react-agent-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
