import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import Database from 'libsql';
import { SalesDatabase } from './sales-database';
import { seedSales } from './seed-sales';
import type { QueryResult } from './sql/read-only-database';
import { SqlPool } from './sql/sql-pool';

/** In a SQLite file of their own, read by a process of its own. */
export class EmbeddedSales extends SalesDatabase implements OnModuleInit, OnApplicationShutdown {
  override readonly dialect = 'SQLite';
  readonly #folder: string;
  readonly #pool: SqlPool;

  constructor(folder: string) {
    super();
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

  override query(sql: string, signal: AbortSignal): Promise<QueryResult> {
    return this.#pool.query(sql, signal);
  }

  onApplicationShutdown(): void {
    this.#pool.close();
  }
}
