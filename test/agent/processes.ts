import { join } from 'node:path';
import type { TestingModule } from '@nestjs/testing';
import { ReActAgentService, ScriptedModel, SqlStore, sqlite, type Model } from '../../src';
import { RunLeases } from '../../src/agent/run-leases';
import { temporaryDirectory } from '../support/temporary-directory';
import { shop, type Doings } from './tools-of-a-shop';
import { until } from './until';

const directory = temporaryDirectory();
let files = 0;
let file = '';
const processes: TestingModule[] = [];
beforeEach(() => (file = join(directory, `shared-${++files}.db`)));
afterEach(async () => {
  for (const app of processes.splice(0)) await app.close();
});

/** A process in all but name: it shares the test's database file with the others, and nothing else. Closed after the test. */
export async function start(model: Model | string[], doings: Partial<Doings> = {}, options: object = {}) {
  const store = Object.assign(await SqlStore.open(sqlite({ file })), { isShared: true });
  const given = Array.isArray(model) ? new ScriptedModel(model) : model;
  const app = await shop(given, { store, leaseMs: 1000, ...options }, doings);
  processes.push(app);
  return { app, store, service: app.get(ReActAgentService), leases: app.get(RunLeases) };
}

/** Work that lasts until it is let go; `signals` of those under way. */
export function hold(result: string) {
  const waiting: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  return {
    signals,
    work: (_order: string, { signal }: { signal: AbortSignal }): Promise<string> => {
      signals.push(signal);
      return new Promise((resolve) => waiting.push(() => resolve(result)));
    },
    letGo: (): void => waiting.splice(0).forEach((end) => end()),
    begun: (): Promise<number> =>
      until(
        () => signals.length,
        (count) => count > 0,
      ),
  };
}
