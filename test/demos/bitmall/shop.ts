import { bitmallDemo } from '../../../src/demos/bitmall/bitmall.demo';
import { bitmallTables, type BitmallDatabase } from '../../../src/demos/bitmall/bitmall.tables';
import { KNOWLEDGE_EMBEDDER } from '../../../src/demos/bitmall/knowledge-tokens';
import type { Embedder, ReActResult } from '../../../src/index';
import { openDemo, type OpenDemo, type OpenDemoOptions } from '../open-demo';

export interface Shop extends OpenDemo {
  readonly tables: BitmallDatabase;
}

export interface ShopOptions extends Omit<OpenDemoOptions, 'model' | 'parts'> {
  readonly embedder?: Embedder;
}

/** The customer service demo. */
export async function openShop({ embedder, ...options }: ShopOptions = {}): Promise<Shop> {
  const parts = [{ provide: KNOWLEDGE_EMBEDDER, useValue: embedder }];
  const demo = await openDemo(bitmallDemo, { ...options, parts });
  return { ...demo, tables: bitmallTables(demo.database) };
}

export const toolsOf = ({ steps }: ReActResult): (string | null)[] => steps.map(({ action }) => action);
