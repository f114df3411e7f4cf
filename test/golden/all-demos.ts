import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { DemoPartsModule } from '../../src/demo-parts.module';
import { DEMOS } from '../../src/demos';
import { KNOWLEDGE_EMBEDDER } from '../../src/demos/bitmall/knowledge-tokens';
import { DEMO_DATA_DIR, DEMO_DATABASE, type DemoDatabase } from '../../src/demos/database/demo-database';
import { SEARCH_INDEX } from '../../src/demos/sales/search-token';
import {
  DemoModel,
  PROTOCOLS,
  ReActAgentModule,
  sqlite,
  SqlStore,
  type ReActAgentOptions,
  type RunStore,
} from '../../src/index';

export interface OpenDemos {
  readonly app: INestApplicationContext;
  readonly database: DemoDatabase;
  /** Closes the app and removes its files. */
  close(): Promise<void>;
}

/**
 * All demo domains in one app with new databases, the clock of the scenarios and the offline model. Nobody is
 * asked for an approval unless `approvals` says so.
 * @param prepare what an earlier process has left in the store
 */
export async function openDemos(
  protocol: string,
  prepare: (store: RunStore) => Promise<void> = async () => undefined,
  approvals: ReActAgentOptions['approvals'] = false,
): Promise<OpenDemos> {
  const folder = mkdtempSync(join(tmpdir(), 'react-golden-'));
  const database = sqlite<object>({ file: join(folder, 'react.db') });
  const store = await SqlStore.open(database);
  await prepare(store);
  const rules = DEMOS.map((demo) => demo.rules);
  const module = await Test.createTestingModule({
    imports: [
      ReActAgentModule.forRoot({
        model: new DemoModel(rules, PROTOCOLS),
        agents: DEMOS.map(({ agent }) => agent),
        store,
        protocol,
        approvals,
        clock: '2026-06-30T19:05:23+08:00',
        timeZone: 'Asia/Shanghai',
      }),
      DemoPartsModule.forRoot([
        { provide: DEMO_DATABASE, useValue: database },
        { provide: DEMO_DATA_DIR, useValue: folder },
        { provide: SEARCH_INDEX, useValue: undefined },
        { provide: KNOWLEDGE_EMBEDDER, useValue: undefined },
      ]),
      ...DEMOS.map((demo) => demo.module),
    ],
  }).compile();
  module.useLogger(false);
  const app = await module.init();
  return {
    app,
    database,
    close: async () => {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
