import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { programProblem, type Instruction } from './program-check';
import { textProblem } from './statement-text';

export interface ReadLimits {
  maxRows: number;
  /** All rows together as JSON, in UTF-16 units. */
  maxChars: number;
}

export type Cell = string | number | null;

export interface QueryResult {
  columns: string[];
  rows: Cell[][];
  /** True when there were more rows than the limits let through. */
  truncated: boolean;
}

/** The statement was refused or failed; the message is for the model. */
export class QueryProblem extends Error {}

const MAX_CELL_CHARS = 200;
/** SQLite's own memory, process-wide: this is why it may only be set in a process that does nothing else. */
const HEAP_BYTES = 64 * 1024 * 1024;

/** Reads the tables of one SQLite file and nothing else. Queries block: use it in a process of its own. */
export class ReadOnlyDatabase {
  readonly #database: Database.Database;

  /** @throws when the file does not exist. */
  constructor(file: string) {
    // libsql ignores `readonly: true`; a URI with mode=ro does refuse writes, and creates no file
    this.#database = new Database(`${pathToFileURL(file).href}?mode=ro`);
    for (const pragma of ['query_only = ON', 'trusted_schema = OFF', 'temp_store = MEMORY', 'busy_timeout = 1000']) {
      this.#database.exec(`PRAGMA ${pragma}`);
    }
    this.#all(`PRAGMA hard_heap_limit = ${HEAP_BYTES}`);
  }

  /** @throws QueryProblem */
  query(sql: string, { maxRows, maxChars }: ReadLimits): QueryResult {
    const problem = textProblem(sql) ?? this.#programProblem(sql);
    if (problem !== undefined) throw new QueryProblem(problem);
    try {
      const statement = this.#database.prepare(sql).raw();
      const columns = statement.columns().map(({ name }) => name.slice(0, MAX_CELL_CHARS));
      const rows: Cell[][] = [];
      let chars = 0;
      for (const values of statement.iterate() as Iterable<unknown[]>) {
        const row = values.map(cellOf);
        chars += JSON.stringify(row).length;
        if (rows.length >= maxRows || chars > maxChars) return { columns, rows, truncated: true };
        rows.push(row);
      }
      return { columns, rows, truncated: false };
    } catch (error) {
      throw sqliteProblem(error);
    }
  }

  #programProblem(sql: string): string | undefined {
    try {
      return programProblem(this.#all(`EXPLAIN ${sql}`) as Instruction[], this.#pages());
    } catch (error) {
      throw sqliteProblem(error);
    }
  }

  /** Read for each query, because another process may have rebuilt a table meanwhile. */
  #pages(): Set<number> {
    const rows = this.#all("SELECT rootpage FROM sqlite_schema WHERE tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\'");
    return new Set(rows.map((row) => Number((row as unknown[])[0])));
  }

  #all(sql: string): unknown[] {
    return this.#database.prepare(sql).raw().all();
  }
}

const sqliteProblem = (error: unknown): QueryProblem => {
  const message = error instanceof Error ? error.message : String(error);
  return new QueryProblem(`SQLite: ${message.slice(0, 200)}`);
};

function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value.length > MAX_CELL_CHARS ? `${value.slice(0, MAX_CELL_CHARS)}…` : value;
  if (value === null || value === undefined) return null;
  return Buffer.isBuffer(value) ? `<${value.length} bytes>` : String(value).slice(0, MAX_CELL_CHARS);
}
