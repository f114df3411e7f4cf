import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { DemoDatabase, DemoServer } from '../../database/demo-database';
import { setUp } from '../../database/set-up';
import { SalesDatabase } from '../sales-database';
import { QueryProcessError } from '../sql/query-process-error';
import type { QueryResult } from '../sql/read-only-database';
import { QueryPool } from './query-pool';
import { ReaderProblem } from './reader-problem';
import { readerUrl, tooMuchFor } from './reader-role';
import { makeSalesTables } from './sales-tables';

/**
 * In a schema of their own, read through a pool of its own by a role that may read them and nothing else. Without such a role no
 * statement runs: that of the app may do everything.
 */
export class ServerSales extends SalesDatabase implements OnModuleInit, OnApplicationShutdown {
  override readonly dialect = 'PostgreSQL';
  readonly #logger = new Logger('SalesDatabase');
  #pool?: QueryPool;

  constructor(
    private readonly database: DemoDatabase,
    private readonly server: DemoServer,
  ) {
    super();
  }

  async onModuleInit(): Promise<void> {
    try {
      const url = await setUp(this.database, async (transaction) => {
        await makeSalesTables(transaction);
        return readerUrl(transaction, this.server);
      });
      const pool = new QueryPool({ url });
      const problem = await tooMuchFor(pool).catch((error: unknown) => `it cannot log in (${reasonOf(error)})`);
      if (problem === undefined) this.#pool = pool;
      else {
        pool.close();
        throw new ReaderProblem(problem);
      }
    } catch (error) {
      if (!(error instanceof ReaderProblem)) throw error;
      this.#logger.warn(
        `DatabaseQuery refuses to run: it needs a role that may read the sales tables and nothing else, and ${error.message}. ` +
          'Let the user of DATABASE_URL make roles, or name such a role in REACT_SQL_DATABASE_URL',
      );
    }
  }

  override async query(sql: string, signal: AbortSignal): Promise<QueryResult> {
    if (this.#pool) return this.#pool.query(sql, signal);
    throw new QueryProcessError(
      '销售数据现在不能查询：服务没有只读的数据库角色。这不是 SQL 的问题，不必改写；原因在服务日志里',
    );
  }

  onApplicationShutdown(): void {
    this.#pool?.close();
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
