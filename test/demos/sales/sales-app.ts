import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { DEMO_DATA_DIR } from '../../../src/demos/database/demo-database';
import { salesDemo } from '../../../src/demos/sales/sales.demo';
import { SEARCH_INDEX } from '../../../src/demos/sales/search-token';
import type { SearchIndex } from '../../../src/index';
import { openDemo, type OpenDemo, type OpenDemoOptions } from '../open-demo';

export interface SalesApp extends Pick<OpenDemo, 'ask' | 'close'> {
  readonly file: string;
  /** As another process would. */
  change(sql: string): void;
  rows(sql: string): unknown[][];
  restart(): Promise<void>;
}

export interface SalesAppOptions extends Pick<OpenDemoOptions, 'model' | 'protocol'> {
  readonly search?: SearchIndex;
}

/** The sales demo, whose table has a file of its own. */
export async function startSalesApp({ search, ...options }: SalesAppOptions = {}): Promise<SalesApp> {
  const folder = mkdtempSync(join(tmpdir(), 'sales-demo-'));
  const file = join(folder, 'sales.db');
  const parts = [
    { provide: DEMO_DATA_DIR, useValue: folder },
    { provide: SEARCH_INDEX, useValue: search },
  ];
  const start = (): Promise<OpenDemo> => openDemo(salesDemo, { ...options, folder, parts });
  let running = await start();
  const withFile = <T>(use: (database: Database.Database) => T): T => {
    const database = new Database(file);
    try {
      return use(database);
    } finally {
      database.close();
    }
  };
  return {
    file,
    ask: (question, more) => running.ask(question, more),
    change: (sql) => withFile((database) => database.exec(sql)),
    rows: (sql) => withFile((database) => database.prepare(sql).raw().all() as unknown[][]),
    restart: async () => {
      await running.stop();
      running = await start();
    },
    close: () => running.close(),
  };
}
