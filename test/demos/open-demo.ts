import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext, ValueProvider } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { DemoPartsModule } from '../../src/demo-parts.module';
import { DEMO_DATABASE, type DemoDatabase } from '../../src/demos/database/demo-database';
import type { Demo } from '../../src/demos/demo';
import {
  DemoModel,
  PROTOCOLS,
  ReActAgentModule,
  ReActAgentService,
  sqlite,
  SqlStore,
  type Model,
  type ReActResult,
} from '../../src/index';

const CLOCK = '2026-06-30T19:05:23+08:00';

export interface OpenDemo {
  readonly app: INestApplicationContext;
  readonly database: DemoDatabase;
  readonly folder: string;
  ask(question: string, more?: { conversationId?: string; maxSteps?: number }): Promise<ReActResult>;
  /** Closes the app and leaves its database file. */
  stop(): Promise<void>;
  /** Closes the app and removes its files. */
  close(): Promise<void>;
}

export interface OpenDemoOptions {
  readonly clock?: string;
  readonly protocol?: string;
  readonly model?: Model;
  /** Where an earlier app has left its database. */
  readonly folder?: string;
  /** What the demo asks for beside its database. */
  readonly parts?: readonly (ValueProvider & { readonly provide: symbol })[];
}

/** One demo as an app has it: the agent module, a real SQLite file, and by default the offline model with the demo's rules. */
export async function openDemo(
  demo: Demo,
  {
    clock = CLOCK,
    protocol,
    model,
    folder = mkdtempSync(join(tmpdir(), 'react-demo-')),
    parts = [],
  }: OpenDemoOptions = {},
): Promise<OpenDemo> {
  const database = sqlite<object>({ file: join(folder, 'demo.db') });
  const module = await Test.createTestingModule({
    imports: [
      ReActAgentModule.forRoot({
        model: model ?? new DemoModel([demo.rules], PROTOCOLS),
        store: await SqlStore.open(database), // the app closes it, and the database with it
        agents: [demo.agent],
        clock,
        timeZone: 'Asia/Shanghai',
        approvals: false,
        ...(protocol !== undefined && { protocol }),
      }),
      DemoPartsModule.forRoot([{ provide: DEMO_DATABASE, useValue: database }, ...parts]),
      demo.module,
    ],
  }).compile();
  module.useLogger(false);
  const app = await module.init();
  const stop = (): Promise<void> => app.close();
  return {
    app,
    database,
    folder,
    ask: (question, { conversationId, maxSteps } = {}) =>
      app.get(ReActAgentService).ask({
        question,
        ...(conversationId !== undefined && { conversationId }),
        ...(maxSteps !== undefined && { limits: { maxSteps } }),
      }),
    stop,
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `queryOrder: ORD9` for each row: the tool and the values that it received. */
export const deeds = ({ steps }: ReActResult): string[] =>
  steps.map(({ action, actionInput }) => `${action}: ${Object.values(actionInput ?? {}).join()}`);
