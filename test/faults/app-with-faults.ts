import 'reflect-metadata';
import { createApp } from '../../src/app';
import { buildParts, type AppParts } from '../../src/app-parts';
import { readEnvironment, type Environment } from '../../src/config/environment';
import { ProcessEnd } from '../../src/config/process-end';
import { DEMOS } from '../../src/demos';
import { DemoModel, PROTOCOLS } from '../../src/index';
import { committed, setPoint, type FaultPoint } from './fault-point';
import { ledgerDemo } from './ledger/ledger.demo';
import { oneByOne } from './one-by-one';
import { installClock, shiftClock } from './shifted-clock';
import { watchDatabases } from './watched-databases';

/** The service as `main.ts` starts it, with one agent more, a store that commits each fact by itself, and a place to die. */
async function main(end: ProcessEnd): Promise<void> {
  watchDatabases();
  installClock();
  shiftClock(Number(process.env.FAULTS_CLOCK_MS ?? 0));
  const environment = readEnvironment(process.env);
  const app = await createApp(environment, partsWithFaults);
  end.closing(() => app.close());
  await app.listen(environment.PORT, environment.HOST);
}

/** What the test wants of a process that it has started. */
export type Order =
  { readonly point: FaultPoint | null } | { readonly shiftClockMs: number } | { readonly tell: 'committed' };

process.on('message', (order: Order) => {
  if ('tell' in order) return void process.send?.({ committed: committed() });
  if ('point' in order) setPoint(order.point ?? undefined);
  else shiftClock(order.shiftClockMs);
  process.send?.({ isSet: true });
});

process.on('disconnect', () => process.exit(1)); // the test is gone

async function partsWithFaults(environment: Environment): Promise<AppParts> {
  const parts = await buildParts(environment);
  const { agentOptions } = parts;
  const { FAULTS_LEASE_MS } = process.env;
  const demos = [...parts.demos, ledgerDemo];
  return {
    ...parts,
    demos,
    agentOptions: {
      ...agentOptions,
      store: agentOptions.store && oneByOne(agentOptions.store),
      agents: demos.map(({ agent }) => agent),
      model: new DemoModel(
        [...DEMOS, ledgerDemo].map(({ rules }) => rules),
        PROTOCOLS,
      ),
      ...(FAULTS_LEASE_MS !== undefined && { leaseMs: Number(FAULTS_LEASE_MS) }),
    },
  };
}

void main(new ProcessEnd().listen());
