import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import Database from 'libsql';
import { DEMO_DATA_DIR, DEMO_DATABASE, type DemoDatabase } from '../../../src/demos/database/demo-database';
import { salesDemo } from '../../../src/demos/sales/sales.demo';
import { SEARCH_INDEX } from '../../../src/demos/sales/search-token';
import {
  DemoModel,
  PROTOCOLS,
  ReActAgentModule,
  ReActAgentService,
  sqlite,
  type Model,
  type ReActResult,
  type SearchIndex,
} from '../../../src/index';

@Module({})
class PartsModule {
  static with(database: DemoDatabase, folder: string, search: SearchIndex | undefined): DynamicModule {
    const providers = [
      { provide: DEMO_DATABASE, useValue: database },
      { provide: DEMO_DATA_DIR, useValue: folder },
      { provide: SEARCH_INDEX, useValue: search },
    ];
    return { module: PartsModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
  }
}

export interface SalesApp {
  readonly file: string;
  ask(question: string, more?: { conversationId?: string; maxSteps?: number }): Promise<ReActResult>;
  /** As another process would. */
  change(sql: string): void;
  rows(sql: string): unknown[][];
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface SalesAppOptions {
  readonly model?: Model;
  readonly search?: SearchIndex;
  readonly protocol?: string;
}

/** The sales demo with everything real: engine, tools, SQLite files in a temporary folder, and by default its offline rules. */
export async function startSalesApp({ model, search, protocol }: SalesAppOptions = {}): Promise<SalesApp> {
  const folder = mkdtempSync(join(tmpdir(), 'sales-demo-'));
  const file = join(folder, 'sales.db');
  const start = async () => {
    const database = sqlite<object>({ file: join(folder, 'react.db') });
    const moduleRef = await Test.createTestingModule({
      imports: [
        ReActAgentModule.forRoot({
          model: model ?? new DemoModel([salesDemo.rules], PROTOCOLS),
          agents: [salesDemo.agent],
          ...(protocol !== undefined && { protocol }),
        }),
        PartsModule.with(database, folder, search),
        salesDemo.module,
      ],
    }).compile();
    const app = await moduleRef.init();
    return { service: app.get(ReActAgentService), close: () => app.close().then(() => database.destroy()) };
  };
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
    ask: (question, { conversationId, maxSteps } = {}) =>
      running.service.ask({
        question,
        agent: 'sales',
        ...(conversationId !== undefined && { conversationId }),
        ...(maxSteps !== undefined && { limits: { maxSteps } }),
      }),
    change: (sql) => withFile((database) => database.exec(sql)),
    rows: (sql) => withFile((database) => database.prepare(sql).raw().all() as unknown[][]),
    restart: async () => {
      await running.close();
      running = await start();
    },
    close: async () => {
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
