import { writeSync } from 'node:fs';
import 'reflect-metadata';
import { ReActAgentService, sqlite, type EffectLedger, type RunEvent } from '../../src';
import { until } from '../e2e/until';
import { paymentsApp, paymentsStore, type PaymentsSchema } from './payments-app';

// Child process: asks for a payment and dies by kill -9 at the given point; without one it takes up what is left, and tells.
const [, , file = '', point] = process.argv;

/** Never resolves: the process is gone before. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

async function main(): Promise<void> {
  const database = sqlite<PaymentsSchema>({ file });
  const store = await paymentsStore(database);
  const has = (events: readonly RunEvent[], type: RunEvent['type']): boolean => events.some((one) => one.type === type);
  const append = store.append.bind(store);
  store.append = async (events, run, lease) => {
    if (point === 'before the intent' && has(events, 'tool.started')) await die();
    await append(events, run, lease);
    if (point === 'after the intent' && has(events, 'tool.started')) await die();
    if (point === 'after the outcome' && has(events, 'tool.finished')) await die();
  };
  const ledger = store.effects;
  const effects: EffectLedger = {
    find: (key) => ledger.find(key),
    commit: async (call, work, signal) => {
      const observation = await ledger.commit(call, work, signal);
      if (point === 'after the commit') await die();
      return observation;
    },
  };
  const app = await paymentsApp(Object.assign(store, { effects }), {
    inTransaction: async () => {
      if (point === 'in the transaction') await die();
    },
  });
  const service = app.get(ReActAgentService);
  if (point !== undefined) return void (await service.ask({ question: 'Pay A1 back.' }));
  const { items } = await until(
    () => service.list({ limit: 10 }),
    (page) => page.items.every(({ status }) => status === 'answered'),
  );
  const payments = await database.selectFrom('payments').selectAll().execute();
  const answers = items.map(({ finalAnswer }) => finalAnswer);
  writeSync(1, `${JSON.stringify({ answers, payments: payments.length })}\n`);
  await app.close();
}

void main();
