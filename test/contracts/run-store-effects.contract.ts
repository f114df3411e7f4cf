import { sql, type Transaction } from 'kysely';
import type { EffectCall, EffectLedger, EffectWork } from '../../src/core/effect-ledger';
import { RunConflictError, ToolError } from '../../src/core/errors';
import { fold } from '../../src/core/run';
import type { RunStore } from '../../src/core/run-store';
import { transactionOf } from '../../src/stores/transaction-of';
import { appendEvents, appendRun, readEvents } from '../support/append-run';
import {
  aModelReplied,
  anAct,
  anAnsweredRun,
  anObservation,
  aRunFinished,
  aRunStarted,
  aStepStarted,
  aToolStarted,
  eventsOf,
} from '../support/builders';
import type { OpenStore } from './opened-store';

interface Shop {
  contract_payments: { order_id: string };
}

const OPEN = [aRunStarted(), aStepStarted(), aModelReplied(anAct()), aToolStarted('s1_call_0', {}, 'write')];

const callOf = (runId: string, change: Partial<EffectCall> = {}): EffectCall => ({
  tenant: 'acme',
  runId,
  callId: 's1_call_0',
  tool: 'pay',
  idempotencyKey: `${runId}:s1_call_0`,
  at: 1_000,
  ...change,
});

/** Writes a row, and tells so. */
const pay =
  (orderId: string) =>
  async (transaction: unknown): Promise<{ ok: boolean; content: string }> => {
    const shop = transactionOf<Shop>({ transaction });
    await shop.insertInto('contract_payments').values({ order_id: orderId }).execute();
    return anObservation(`${orderId} is paid`);
  };

const never = (): Promise<never> => new Promise(() => undefined);

/** For stores whose transactions tools can take part in. */
export function describeEffects(open: OpenStore): void {
  let store: RunStore & { effects: EffectLedger };
  let another: () => Promise<RunStore>;
  const { signal } = new AbortController();
  const commit = (runId: string, work: EffectWork, change: Partial<EffectCall> = {}) =>
    store.effects.commit(callOf(runId, change), work, signal);

  beforeEach(async () => {
    const opened = await open();
    if (!opened.store.effects) throw new Error('This store has no effects');
    store = Object.assign(opened.store, { effects: opened.store.effects });
    another = opened.another;
    await appendRun(store, 'prepares', OPEN);
    await commit('prepares', async (transaction) => {
      const { schema } = transactionOf<Shop>({ transaction });
      await schema.createTable('contract_payments').ifNotExists().addColumn('order_id', 'text').execute();
      await transactionOf<Shop>({ transaction }).deleteFrom('contract_payments').execute();
      return anObservation('prepared');
    });
    await appendRun(store, 'run-1', OPEN);
  });
  afterEach(() => store.close());

  /** Looks into the database without changing anything. */
  const look = async <T>(read: (shop: Transaction<Shop>) => Promise<T>): Promise<T | undefined> => {
    let found: T | undefined;
    const looking = commit(
      'prepares',
      async (transaction) => {
        found = await read(transactionOf<Shop>({ transaction }));
        throw new ToolError('only looked');
      },
      { idempotencyKey: 'prepares:looks' },
    );
    await expect(looking).rejects.toThrow('only looked');
    return found;
  };
  const paid = async (): Promise<string[] | undefined> =>
    look(async (shop) => {
      const rows = await shop.selectFrom('contract_payments').selectAll().execute();
      return rows.map(({ order_id }) => order_id);
    });

  it('commits an effect with its record, which is found by its key', async () => {
    expect(await store.effects.find(callOf('run-1'))).toBeUndefined();
    expect(await commit('run-1', pay('A1'))).toEqual(anObservation('A1 is paid'));
    expect(await store.effects.find(callOf('run-1'))).toEqual(anObservation('A1 is paid'));
    expect(await paid()).toEqual(['A1']);
  });

  it('gives what is recorded for a key that comes again, and does nothing', async () => {
    await commit('run-1', pay('A1'));
    let count = 0;
    const again = await commit('run-1', async () => anObservation(`${(count += 1)}`));
    expect([again, count]).toEqual([anObservation('A1 is paid'), 0]);
    expect(await paid()).toEqual(['A1']);
  });

  it('makes one effect of calls that come at the same time, also from another connection', async () => {
    const rival = await another();
    const stores = [store, rival, store, rival];
    const all = await Promise.all(
      stores.map(({ effects }, index) => effects!.commit(callOf('run-1'), pay(`A${index}`), signal)),
    );
    const [first, ...more] = (await paid()) ?? [];
    expect(more).toEqual([]);
    expect(all).toEqual(Array(4).fill(anObservation(`${first} is paid`)));
    await rival.close();
  });

  it('keeps nothing of work that throws, and passes on what it throws', async () => {
    const work = async (transaction: unknown): Promise<never> => {
      await pay('A1')(transaction);
      throw new ToolError('not today');
    };
    await expect(commit('run-1', work)).rejects.toThrow('not today');
    expect(await paid()).toEqual([]);
    expect(await store.effects.find(callOf('run-1'))).toBeUndefined();
    expect(await commit('run-1', pay('A2'))).toEqual(anObservation('A2 is paid'));
  });

  it('keeps nothing of work that is stopped, whatever it does later, and goes on', async () => {
    const controller = new AbortController();
    let later = (): Promise<unknown> => never();
    const work = async (transaction: unknown): Promise<never> => {
      await pay('A1')(transaction);
      later = () => pay('A2')(transaction);
      controller.abort(new Error('time is over'));
      return never();
    };
    await expect(store.effects.commit(callOf('run-1'), work, controller.signal)).rejects.toThrow('time is over');
    const events = eventsOf('run-1', [...OPEN, aRunFinished({ status: 'cancelled' })]);
    await expect(later()).rejects.toThrow();
    await store.append(events.slice(OPEN.length), fold(events));
    expect(await paid()).toEqual([]);
  });

  it('waits no longer for its turn than its signal lets it', async () => {
    const first = new AbortController();
    const holding = store.effects.commit(callOf('run-1'), never, first.signal);
    const second = new AbortController();
    const waiting = store.effects.commit(callOf('run-1'), pay('A1'), second.signal);
    second.abort(new Error('no time to wait'));
    await expect(waiting).rejects.toThrow('no time to wait');
    first.abort(new Error('let go'));
    await expect(holding).rejects.toThrow('let go');
    expect(await paid()).toEqual([]);
  });

  it('lets events be appended while an effect is on its way', async () => {
    const events = eventsOf('run-1', [...OPEN, aToolStarted('s1_call_1')]);
    let appending = Promise.resolve();
    const observation = await commit('run-1', async (transaction) => {
      appending = store.append(events.slice(OPEN.length), fold(events));
      return pay('A1')(transaction);
    });
    await appending;
    expect(observation).toEqual(anObservation('A1 is paid'));
    expect(await readEvents(store, 'acme', 'run-1')).toHaveLength(5);
  });

  it.each([
    ['has ended', 'ended', {}],
    ['is unknown', 'nobody', {}],
    ["is another tenant's", 'run-1', { tenant: 'globex' }],
  ])('changes nothing for a run that %s', async (_, runId, change) => {
    await appendRun(store, 'ended', anAnsweredRun());
    await expect(commit(runId, pay('A1'), change)).rejects.toBeInstanceOf(RunConflictError);
    expect(await paid()).toEqual([]);
  });

  it('changes nothing for a process from which the run was taken', async () => {
    const events = eventsOf('run-4', OPEN);
    const late = { owner: 'late', ttlMs: 60_000, token: 1 };
    await store.append(events, fold(events), late);
    const token = await store.seize({ owner: 'next', ttlMs: 60_000 }, 'acme', 'run-4');

    await expect(commit('run-4', pay('A1'), { lease: late })).rejects.toBeInstanceOf(RunConflictError);
    expect(await paid()).toEqual([]);

    await commit('run-4', pay('A2'), { lease: { owner: 'next', ttlMs: 60_000, token: token! } });
    expect(await paid()).toEqual(['A2']);
  });

  it('shows a record to its own run and tenant only', async () => {
    await commit('run-1', pay('A1'));
    await appendRun(store, 'run-2', OPEN);
    expect(await store.effects.find({ ...callOf('run-1'), tenant: 'globex' })).toBeUndefined();
    expect(await store.effects.find({ ...callOf('run-1'), runId: 'run-2' })).toBeUndefined();
    await expect(commit('run-2', pay('A2'), { idempotencyKey: 'run-1:s1_call_0' })).rejects.toThrow('another run');
    expect(await paid()).toEqual(['A1']);
  });

  it('forgets the records of a conversation with its runs', async () => {
    const talk = { tenant: 'acme', conversationId: 'c-1' };
    const facts = [aRunStarted(talk), ...OPEN.slice(1)];
    const run = await appendRun(store, 'run-3', facts);
    await commit('run-3', pay('A1'));
    const end = aRunFinished({ status: 'cancelled' });
    await appendEvents(store, run, eventsOf('run-3', [...facts, end]).slice(facts.length));
    expect(await store.forget(talk)).toBe(1);
    const records = await look(async (shop) => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from effects where run_id = 'run-3'`.execute(shop);
      return Number(rows[0]?.n);
    });
    expect(records).toBe(0);
  });

  it.each(['NUL \u0000', 'a lone surrogate \ud800', '"; drop table effects; --', 'x'.repeat(20_000)])(
    'records an observation with hostile text',
    async (content) => {
      const kept = content.replace('\u0000', '\ufffd').replace('\ud800', '\ufffd');
      await commit('run-1', async () => ({ ok: true, content, fullLength: 99 }));
      expect(await store.effects.find(callOf('run-1'))).toEqual({ ok: true, content: kept, fullLength: 99 });
    },
  );
}
