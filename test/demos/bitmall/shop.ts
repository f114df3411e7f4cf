import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { DemoPartsModule } from '../../../src/demo-parts.module';
import { bitmallDemo } from '../../../src/demos/bitmall/bitmall.demo';
import { bitmallTables, type BitmallDatabase } from '../../../src/demos/bitmall/bitmall.tables';
import { KNOWLEDGE_EMBEDDER } from '../../../src/demos/bitmall/knowledge-tokens';
import { DEMO_DATABASE } from '../../../src/demos/database/demo-database';
import {
  DemoModel,
  PROTOCOLS,
  ReActAgentModule,
  ReActAgentService,
  sqlite,
  SqlStore,
  type Embedder,
  type ReActResult,
} from '../../../src/index';

export const CLOCK = '2026-06-30T19:05:23+08:00';

export interface Shop {
  readonly app: INestApplicationContext;
  readonly tables: BitmallDatabase;
  readonly file: string;
  ask(question: string, conversationId?: string, maxSteps?: number): Promise<ReActResult>;
  /** Closes the shop and leaves its database file. */
  stop(): Promise<void>;
  /** Closes the shop and removes its files. */
  close(): Promise<void>;
}

export interface ShopOptions {
  readonly clock?: string;
  readonly file?: string;
  readonly embedder?: Embedder;
  readonly protocol?: string;
}

/** The customer service demo as an app has it: the agent module, the offline model and a real SQLite file. */
export async function openShop({
  clock = CLOCK,
  file = temporaryFile(),
  embedder,
  protocol,
}: ShopOptions = {}): Promise<Shop> {
  const database = sqlite({ file });
  const module = await Test.createTestingModule({
    imports: [
      ReActAgentModule.forRoot({
        model: new DemoModel([bitmallDemo.rules], PROTOCOLS),
        store: await SqlStore.open(database), // the app closes it, and the database with it
        agents: [bitmallDemo.agent],
        clock,
        timeZone: 'Asia/Shanghai',
        approvals: false,
        ...(protocol !== undefined && { protocol }),
      }),
      DemoPartsModule.forRoot([
        { provide: DEMO_DATABASE, useValue: database },
        { provide: KNOWLEDGE_EMBEDDER, useValue: embedder },
      ]),
      bitmallDemo.module,
    ],
  }).compile();
  module.useLogger(false);
  const app = await module.init();
  const stop = (): Promise<void> => app.close();
  return {
    app,
    tables: bitmallTables(database),
    file,
    ask: (question, conversationId, maxSteps) =>
      app.get(ReActAgentService).ask({
        question,
        ...(conversationId !== undefined && { conversationId }),
        ...(maxSteps !== undefined && { limits: { maxSteps } }),
      }),
    stop,
    close: async () => {
      await stop();
      rmSync(dirname(file), { recursive: true, force: true });
    },
  };
}

const temporaryFile = (): string => join(mkdtempSync(join(tmpdir(), 'react-bitmall-')), 'shop.db');

export const toolsOf = ({ steps }: ReActResult): (string | null)[] => steps.map(({ action }) => action);
