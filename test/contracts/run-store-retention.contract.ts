import { StoreError } from '../../src/core/errors';
import type { RunStore } from '../../src/core/run-store';
import { appendRun, readEvents } from '../support/append-run';
import { anAnsweredRun, aRunStarted, aStepStarted, aWaitingRun, STARTED_AT } from '../support/builders';
import type { OpenStore } from './opened-store';

export function describeRetention(open: OpenStore): void {
  let store: RunStore;
  beforeEach(async () => {
    store = (await open()).store;
  });
  afterEach(() => store.close());

  const ids = async (tenant = 'acme') => (await store.list({ tenant, limit: 100 })).items.map(({ runId }) => runId);
  const started = (seconds: number) => ({ startedAt: STARTED_AT + seconds * 1000 });
  /** A run of `anAnsweredRun` has its last fact seven seconds after its first. */
  const endOf = (seconds: number) => STARTED_AT + (seconds + 7) * 1000;

  it('deletes runs of every tenant that ended before an instant, with all their events, and no other', async () => {
    await appendRun(store, 'run-1', anAnsweredRun(), started(0));
    await appendRun(store, 'run-2', anAnsweredRun({ tenant: 'globex' }), started(1));
    await appendRun(store, 'run-3', anAnsweredRun(), started(2));

    expect(await store.deleteExpired(endOf(2), 100)).toBe(2);

    expect(await ids()).toEqual(['run-3']);
    expect(await ids('globex')).toEqual([]);
    expect(await readEvents(store, 'acme', 'run-1')).toEqual([]);
    expect(await readEvents(store, 'acme', 'run-3')).toHaveLength(8);
    expect(await store.deleteExpired(endOf(2), 100)).toBe(0);
  });

  it.each([
    ['queued', [aRunStarted()]],
    ['running', [aRunStarted(), aStepStarted()]],
    ['waiting', aWaitingRun()],
  ])('keeps a run that is %s, however old', async (_status, facts) => {
    await appendRun(store, 'run-1', facts);

    expect(await store.deleteExpired(endOf(1_000_000), 100)).toBe(0);

    expect(await readEvents(store, 'acme', 'run-1')).toHaveLength(facts.length);
  });

  it('deletes the oldest first and no more than it is asked to', async () => {
    for (const second of [3, 1, 2]) await appendRun(store, `run-${second}`, anAnsweredRun(), started(second));

    expect(await store.deleteExpired(endOf(100), 2)).toBe(2);

    expect(await ids()).toEqual(['run-3']);
  });

  it('deletes nothing after it was closed', async () => {
    await store.close();
    await expect(store.deleteExpired(endOf(0), 1)).rejects.toThrow(StoreError);
  });
}
