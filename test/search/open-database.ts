import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';

export interface OpenDatabase {
  readonly database: Kysely<object>;
  readonly file: string;
  close(): Promise<void>;
}

/** A real SQLite file in a folder of its own. */
export function openDatabase(file = join(mkdtempSync(join(tmpdir(), 'react-search-')), 'test.db')): OpenDatabase {
  const database = new Kysely<object>({ dialect: new SqliteDialect({ database: new Database(file) }) });
  return {
    database,
    file,
    close: async () => {
      await database.destroy();
      rmSync(join(file, '..'), { recursive: true, force: true });
    },
  };
}
