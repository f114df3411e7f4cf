import { RunConflictError, StoreError } from '../../src/core/errors';
import { apply, type Run } from '../../src/core/run';
import type { Fact } from '../../src/core/run-event';
import type { Lease, RunStore } from '../../src/core/run-store';
import { appendRun } from '../support/append-run';
import { aModelReplied, anAct, anAnsweredRun, aRunFinished, aRunStarted, aStepStarted } from '../support/builders';
import { aToolFinished, aToolStarted, aWaitingRun, eventsOf, STARTED_AT } from '../support/builders';
import type { OpenStore } from './opened-store';

const A = { owner: 'a', ttlMs: 60_000 };
const B = { owner: 'b', ttlMs: 60_000 };
const ALL = { most: 100, except: [] };

/** Less than any jump of a clock here. */
const A_WHILE_MS = 600_000;

/** As if its process had died: over as soon as it is given. */
const LAPSED = { ttlMs: 0 };

const RUNNING = [aRunStarted(), aStepStarted()];

export function describeLeases(open: OpenStore): void {
  let store: RunStore;
  beforeEach(async () => {
    store = (await open()).store;
  });
  afterEach(() => store.close());

  const begin = async (
    facts: Fact[],
    { runId = 'run-1', startedAt = STARTED_AT, ...lease }: Partial<Lease> & { runId?: string; startedAt?: number } = {},
  ): Promise<Run> => {
    const events = eventsOf(runId, facts, startedAt);
    const run = events.reduce<Run | undefined>(apply, undefined)!;
    await store.append(events, run, { ...A, token: 1, ...lease });
    return run;
  };
  const goOn = async (run: Run, facts: Fact[], lease?: Lease): Promise<Run> => {
    const events = facts.map((fact, index) => ({ runId: run.id, seq: run.seq + index + 1, at: run.lastAt, ...fact }));
    const moved = events.reduce<Run>(apply, run);
    await store.append(events, moved, lease);
    return moved;
  };

  describe('leases', () => {
    it('keep a run from everybody but its holder', async () => {
      const run = await begin(RUNNING);

      expect(await store.acquire(B, ALL)).toEqual([]);
      await expect(goOn(run, [aModelReplied(anAct())])).rejects.toThrow(RunConflictError);
      await expect(goOn(run, [aModelReplied(anAct())], { ...B, token: 2 })).rejects.toThrow(RunConflictError);

      const moved = await goOn(run, [aModelReplied(anAct())], { ...A, token: 1 });
      await goOn(moved, [aToolStarted()], { ...A, token: 1 });
      expect(await store.acquire(B, ALL)).toEqual([]);
    });

    it('pass to another when their holder is gone, who is refused when it comes back late', async () => {
      const run = await begin(RUNNING, LAPSED);

      expect(await store.acquire(B, ALL)).toEqual([{ tenant: 'acme', runId: 'run-1', token: 2, lapses: 1 }]);

      await expect(goOn(run, [aModelReplied(anAct())], { ...A, token: 1 })).rejects.toThrow(RunConflictError);
      await goOn(run, [aModelReplied(anAct())], { ...B, token: 2 });
      expect(await store.acquire(A, ALL)).toEqual([]);
    });

    it('go on when their holder comes back before anybody took the run', async () => {
      const run = await begin(RUNNING, LAPSED);
      await goOn(run, [aModelReplied(anAct())], { ...A, token: 1 });
      expect(await store.acquire(B, ALL)).toEqual([]);
    });

    it('can be taken only if nobody has them, so that a run that waits is decided by one', async () => {
      await begin(aWaitingRun());
      expect(await store.seize(A, 'acme', 'run-1', true)).toBe(2);
      expect(await store.seize(B, 'acme', 'run-1', true)).toBeUndefined();
      expect(await store.acquire(B, ALL)).toEqual([]);
      await store.release('a', ['run-1']);
      expect(await store.seize(B, 'other', 'run-1', true)).toBeUndefined();
      expect(await store.seize({ ...B, ...LAPSED }, 'acme', 'run-1', true)).toBe(3);
      expect(await store.seize(A, 'acme', 'run-1', true)).toBe(4);
    });

    it('last from each append', async () => {
      const run = await begin(RUNNING);
      await goOn(run, [aModelReplied(anAct())], { ...A, token: 1, ...LAPSED });
      expect(await store.acquire(B, ALL)).toMatchObject([{ runId: 'run-1' }]);
    });

    it.each([
      ['has ended', [aModelReplied(), aRunFinished()]],
      ['waits', aWaitingRun().slice(2)],
    ])('are given back with a run that %s', async (_, facts) => {
      const run = await begin(RUNNING);
      const moved = await goOn(run, facts, { ...A, token: 1 });

      expect(await store.renew(A, ['run-1'])).toEqual([]);
      expect(await store.acquire(B, ALL)).toEqual([]);
      if (moved.outcome) return;
      await goOn(moved, [{ type: 'approval.resolved', callId: 's1_call_0', approved: true, by: 'ann' }]);
      expect(await store.acquire(B, ALL)).toEqual([{ tenant: 'acme', runId: 'run-1', token: 2, lapses: 0 }]);
    });

    it('of a run that waits for one decision let its holder ask for the next', async () => {
      const waiting = await begin(aWaitingRun());
      await goOn(waiting, [aToolFinished('s1_call_1')], { ...A, token: 1 });
    });

    it.each([86_400_000, -3_600_000])('do not end when the clock of a process jumps by %d ms', async (ms) => {
      await begin(RUNNING);
      const before = await store.now?.();
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);
      try {
        // a store that tells the time does so by a clock of its own
        if (before !== undefined) expect(Math.abs((await store.now!()) - before)).toBeLessThan(A_WHILE_MS);
        expect(await store.acquire(B, ALL)).toEqual([]);
        expect(await store.renew(A, ['run-1'])).toEqual(['run-1']);
      } finally {
        clock.mockRestore();
      }
      expect(await store.acquire(B, ALL)).toEqual([]);
    });

    it('that ran out are counted since the run got on, which a beginning is not', async () => {
      let run = await begin(RUNNING, LAPSED);
      const take = async () => (await store.acquire({ ...B, ...LAPSED }, ALL))[0]!;
      const add = async (fact: Fact, token: number) => {
        run = await goOn(run, [fact], { ...B, ...LAPSED, token });
      };

      expect(await take()).toMatchObject({ token: 2, lapses: 1 });
      expect(await take()).toMatchObject({ token: 3, lapses: 2 });
      await add(aStepStarted(), 3);
      expect(await take()).toMatchObject({ token: 4, lapses: 3 });
      await add(aModelReplied(anAct()), 4);
      expect(await take()).toMatchObject({ token: 5, lapses: 1 });
      await add(aToolStarted(), 5);
      expect(await take()).toMatchObject({ token: 6, lapses: 2 });
      await add(aToolFinished(), 6);
      expect(await take()).toMatchObject({ token: 7, lapses: 1 });
    });
  });

  describe('acquire', () => {
    it('takes the oldest first, as many as asked for, and none that is excepted, waits or has ended', async () => {
      await begin([aRunStarted()], { ...LAPSED, runId: 'run-6', startedAt: STARTED_AT + 2 });
      const elsewhere = [aRunStarted({ tenant: 'globex' }), aStepStarted()];
      await begin(elsewhere, { ...LAPSED, runId: 'run-5', startedAt: STARTED_AT + 1 });
      await begin(RUNNING, { ...LAPSED, runId: 'run-4', startedAt: STARTED_AT + 3 });
      await begin(RUNNING, { ...LAPSED, runId: 'run-3' });
      await begin(aWaitingRun(), { ...LAPSED, runId: 'run-2' });
      await begin(anAnsweredRun(), { ...LAPSED, runId: 'run-1' });

      const first = await store.acquire(B, { most: 2, except: ['run-3'] });

      expect(first.map(({ tenant, runId }) => [tenant, runId])).toEqual([
        ['globex', 'run-5'],
        ['acme', 'run-6'],
      ]);
      expect(await store.acquire(B, { most: 0, except: [] })).toEqual([]);
      expect((await store.acquire(B, ALL)).map(({ runId }) => runId)).toEqual(['run-3', 'run-4']);
      expect(await store.acquire(A, ALL)).toEqual([]);
    });

    it('takes a run that nobody ever held', async () => {
      await appendRun(store, 'run-1', RUNNING);
      expect(await store.acquire(B, ALL)).toEqual([{ tenant: 'acme', runId: 'run-1', token: 1, lapses: 0 }]);
    });

    it('gives each run to one of those who ask at the same time', async () => {
      for (let index = 0; index < 8; index++) await appendRun(store, `run-${index}`, RUNNING);
      const holders = Array.from({ length: 4 }, (_, index) => ({ owner: `p-${index}`, ttlMs: 60_000 }));

      const taken = (await Promise.all(holders.map((holder) => store.acquire(holder, { most: 3, except: [] })))).flat();

      const rest = await store.acquire(A, ALL);
      const ids = [...taken, ...rest].map(({ runId }) => runId).sort();
      expect(ids).toEqual(Array.from({ length: 8 }, (_, index) => `run-${index}`));
    });
  });

  it('renews what is still held, and tells it', async () => {
    await begin(RUNNING, { ...LAPSED, runId: 'run-1' });
    await begin([aRunStarted()], { ...LAPSED, runId: 'run-2', startedAt: STARTED_AT + 1 });
    await begin(RUNNING, { runId: 'run-3' });
    await store.acquire(B, { most: 1, except: ['run-2'] });

    const renewed = await store.renew(A, ['run-1', 'run-2', 'run-3', 'run-4']);

    expect(renewed.sort()).toEqual(['run-2', 'run-3']);
    expect(await store.renew(A, [])).toEqual([]);
    expect(await store.acquire(B, ALL)).toEqual([]);
  });

  it('releases what the owner holds: free at once, and no lapse', async () => {
    const run = await begin(RUNNING);

    await store.release('b', ['run-1']);
    expect(await store.acquire(B, ALL)).toEqual([]);
    await store.release('a', ['run-1', 'run-9']);
    await store.release('a', []);

    expect(await store.acquire(B, ALL)).toEqual([{ tenant: 'acme', runId: 'run-1', token: 2, lapses: 0 }]);
    await expect(goOn(run, [aModelReplied(anAct())], { ...A, token: 1 })).rejects.toThrow(RunConflictError);
  });

  it('seizes a run that has not ended, whoever holds it, and the holder is refused', async () => {
    const held = await begin(RUNNING);
    await appendRun(store, 'run-2', [aRunStarted()]);
    await begin(aWaitingRun(), { runId: 'run-3' });
    await begin(anAnsweredRun(), { runId: 'run-4' });

    const seize = (runId: string, tenant = 'acme') => store.seize(B, tenant, runId);
    expect(await seize('run-1')).toBe(2);
    expect(await seize('run-2')).toBe(1);
    expect(await seize('run-3')).toBe(2);
    expect(await seize('run-4')).toBeUndefined();
    expect(await seize('run-5')).toBeUndefined();
    expect(await seize('run-1', 'globex')).toBeUndefined();

    expect(await store.renew(A, ['run-1'])).toEqual([]);
    await expect(goOn(held, [aModelReplied(anAct())], { ...A, token: 1 })).rejects.toThrow(RunConflictError);
    await goOn(held, [aRunFinished({ status: 'cancelled' })], { ...B, token: 2 });
    expect(await seize('run-1')).toBeUndefined();
  });

  it('says no more about leases once it is closed', async () => {
    await store.close();

    await expect(store.acquire(A, ALL)).rejects.toThrow(StoreError);
    await expect(store.seize(A, 'acme', 'run-1')).rejects.toThrow(StoreError);
    await expect(store.renew(A, ['run-1'])).rejects.toThrow(StoreError);
    await expect(store.release('a', ['run-1'])).rejects.toThrow(StoreError);
  });
}
