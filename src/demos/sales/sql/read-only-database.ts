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
  // libsql leaves a finished EXPLAIN active, and a connection with an active statement keeps its read lock: writers would wait
  readonly #compiler: Database.Database;

  /** @throws when the file does not exist. */
  constructor(file: string) {
    this.#database = open(file);
    this.#compiler = open(file);
    this.#database.prepare(`PRAGMA hard_heap_limit = ${HEAP_BYTES}`).raw().all();
  }

  /** @throws QueryProblem */
  query(sql: string, { maxRows, maxChars }: ReadLimits): QueryResult {
    const problem = textProblem(sql) ?? this.#programProblem(sql);
    if (problem !== undefined) throw new QueryProblem(problem);
    try {
      const statement = this.#database.prepare(sql).raw();
      const columns = statement.columns().map(({ name }) => name.slice(0, MAX_CELL_CHARS));
      const found = statement.iterate() as IterableIterator<unknown[]>;
      const rows: Cell[][] = [];
      let chars = 0;
      for (const values of found) {
        const row = values.map(cellOf);
        chars += JSON.stringify(row).length;
        if (rows.length >= maxRows || chars > maxChars) {
          this.#stop(found);
          return { columns, rows, truncated: true };
        }
        rows.push(row);
      }
      return { columns, rows, truncated: false };
    } catch (error) {
      throw sqliteProblem(error);
    }
  }

  /** Ends a statement that has more rows, which lets go of its read lock; there is no reset. */
  #stop(found: Iterator<unknown>): void {
    // types of better-sqlite3 7, which has no interrupt
    (this.#database as Database.Database & { interrupt(): void }).interrupt();
    try {
      while (!found.next().done);
    } catch {
      // interrupted, as it was told to be
    }
  }

  #programProblem(sql: string): string | undefined {
    try {
      const program = this.#compiler.prepare(`EXPLAIN ${sql}`).raw().all() as Instruction[];
      return programProblem(program, this.#pages());
    } catch (error) {
      throw sqliteProblem(error);
    }
  }

  /** Read for each query, because another process may have rebuilt a table meanwhile. */
  #pages(): Set<number> {
    const names = "SELECT rootpage FROM sqlite_schema WHERE tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    return new Set(this.#database.prepare(names).pluck().all().map(Number));
  }
}

function open(file: string): Database.Database {
  // libsql ignores `readonly: true`; a URI with mode=ro does refuse writes, and creates no file
  const database = new Database(`${pathToFileURL(file).href}?mode=ro`);
  for (const pragma of ['query_only = ON', 'trusted_schema = OFF', 'temp_store = MEMORY', 'busy_timeout = 1000']) {
    database.exec(`PRAGMA ${pragma}`);
  }
  return database;
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
