import type { QueryResult } from './sql/read-only-database';

/** The sales tables, where nothing but them can be read: the model writes the SQL that does. */
export abstract class SalesDatabase {
  /** What the SQL is written for. */
  abstract readonly dialect: 'SQLite' | 'PostgreSQL';

  /** @throws ToolError for a statement that is refused, fails or takes too long; the reason of `signal` when it is aborted. */
  abstract query(sql: string, signal: AbortSignal): Promise<QueryResult>;
}
