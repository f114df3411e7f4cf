import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import Database from 'libsql';
import { DEMO_DATA_DIR } from '../database/demo-database';
import { seedSales } from './seed-sales';
import type { QueryResult } from './sql/read-only-database';
import { SqlPool } from './sql/sql-pool';

/**
 * The sales tables, in a file of their own: the model writes the SQL that reads it, so nothing else may be in there.
 */
@Injectable()
export class SalesDatabase implements OnModuleInit, OnApplicationShutdown {
  readonly #folder: string;
  readonly #pool: SqlPool;

  constructor(@Inject(DEMO_DATA_DIR) folder: string) {
    this.#folder = resolve(folder); // the process that reads it works in another folder
    this.#pool = new SqlPool({ file: this.file });
  }

  get file(): string {
    return join(this.#folder, 'sales.db');
  }

  onModuleInit(): void {
    mkdirSync(this.#folder, { recursive: true });
    const database = new Database(this.file);
    try {
      database.exec('PRAGMA busy_timeout = 1000');
      seedSales(database);
    } finally {
      database.close();
    }
    this.#pool.warmUp();
  }

  /** @throws ToolError for a statement that is refused, fails or takes too long; the reason of `signal` when it is aborted. */
  query(sql: string, signal: AbortSignal): Promise<QueryResult> {
    return this.#pool.query(sql, signal);
  }

  onApplicationShutdown(): void {
    this.#pool.close();
  }
}
