import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { sqlite } from '../../src/stores/dialects';

export interface OpenDatabase {
  readonly database: Kysely<object>;
  readonly file: string;
  close(): Promise<void>;
}

/** A real SQLite file in a folder of its own. */
export function openDatabase(file = join(mkdtempSync(join(tmpdir(), 'react-search-')), 'test.db')): OpenDatabase {
  const database = sqlite({ file });
  return {
    database,
    file,
    close: async () => {
      await database.destroy();
      rmSync(join(file, '..'), { recursive: true, force: true });
    },
  };
}
