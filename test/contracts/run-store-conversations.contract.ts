import { ConversationBusyError, RunConflictError, StoreError } from '../../src/core/errors';
import type { RunStore } from '../../src/core/run-store';
import { appendEvents, appendRun, readEvents } from '../support/append-run';
import { anAnsweredRun, aRunFinished, aRunStarted, aStepStarted, aWaitingRun, eventsOf } from '../support/builders';
import type { OpenStore } from './opened-store';

export function describeConversations(open: OpenStore): void {
  let store: RunStore;
  beforeEach(async () => {
    store = (await open()).store;
  });
  afterEach(() => store.close());

  const talk = { tenant: 'acme', conversationId: 'c-1' };
  const ids = async (tenant = 'acme') => (await store.list({ tenant, limit: 100 })).items.map(({ runId }) => runId);

  it('names the run of one conversation that has no outcome, and no run of another', async () => {
    await appendRun(store, 'run-3', anAnsweredRun(talk));
    await appendRun(store, 'run-2', aWaitingRun(talk));
    await appendRun(store, 'run-1', aWaitingRun({ ...talk, conversationId: 'c-2' }));
    await appendRun(store, 'run-0', aWaitingRun({ ...talk, tenant: 'globex' }));

    expect(await store.unfinished(talk)).toEqual([{ tenant: 'acme', runId: 'run-2' }]);
    expect(await store.unfinished({ ...talk, conversationId: 'c-3' })).toEqual([]);
  });

  it.each([
    ['queued', [aRunStarted(talk)]],
    ['running', [aRunStarted(talk), aStepStarted()]],
    ['waiting', aWaitingRun(talk)],
  ])('takes no second run into a conversation while one is %s, and names that one', async (_, facts) => {
    const open = await appendRun(store, 'run-1', facts);

    const refused = appendRun(store, 'run-2', [aRunStarted(talk)]);
    await expect(refused).rejects.toThrow(ConversationBusyError);
    await expect(refused).rejects.toMatchObject({ runId: 'run-1' });
    expect(await readEvents(store, 'acme', 'run-2')).toEqual([]);

    const end = { ...eventsOf('run-1', [aRunFinished({ status: 'cancelled' })])[0]!, seq: open.seq + 1 };
    await appendEvents(store, open, [end]);
    await appendRun(store, 'run-2', [aRunStarted(talk)]);
    expect(await ids()).toEqual(['run-2', 'run-1']);
  });

  it('takes one of two runs that come at the same time into a conversation, and every other run', async () => {
    const started = (conversationId?: string) => [aRunStarted(conversationId === undefined ? {} : { conversationId })];
    const runs = { 'run-1': 'c-1', 'run-2': 'c-1', 'run-3': 'c-2', 'run-4': undefined, 'run-5': undefined };

    const results = await Promise.allSettled(
      Object.entries(runs).map(([id, conversation]) => appendRun(store, id, started(conversation))),
    );

    const faults = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(faults).toEqual([expect.any(ConversationBusyError)]);
    expect(await ids()).toHaveLength(4);
  });

  it('calls a run queued until its first step begins', async () => {
    const run = await appendRun(store, 'run-1', [aRunStarted(talk)]);
    const status = async () => (await store.list({ tenant: 'acme', limit: 1 })).items[0]?.status;
    expect(await status()).toBe('queued');
    expect((await store.list({ tenant: 'acme', status: 'queued', limit: 1 })).items).toHaveLength(1);

    await appendEvents(store, run, eventsOf('run-1', [aRunStarted(talk), aStepStarted()]).slice(1));

    expect(await status()).toBe('running');
  });

  it('forgets the runs of a conversation with all their events, and nothing else', async () => {
    for (const id of ['run-1', 'run-2']) await appendRun(store, id, anAnsweredRun(talk));
    await appendRun(store, 'run-3', anAnsweredRun({ ...talk, conversationId: 'c-2' }));
    await appendRun(store, 'run-4', anAnsweredRun());
    await appendRun(store, 'run-5', anAnsweredRun({ ...talk, tenant: 'globex' }));

    expect(await store.forget(talk)).toBe(2);

    expect(await ids()).toEqual(['run-4', 'run-3']);
    expect(await ids('globex')).toEqual(['run-5']);
    expect(await readEvents(store, 'acme', 'run-1')).toEqual([]);
    expect(await readEvents(store, 'acme', 'run-3')).toHaveLength(8);
    expect(await readEvents(store, 'globex', 'run-5')).toHaveLength(8);
    expect(await store.forget(talk)).toBe(0);
  });

  it('forgets nothing while one of the runs has no outcome', async () => {
    await appendRun(store, 'run-1', anAnsweredRun(talk));
    const waiting = await appendRun(store, 'run-2', aWaitingRun(talk));

    const refused = store.forget(talk);
    await expect(refused).rejects.toThrow(ConversationBusyError);
    await expect(refused).rejects.toMatchObject({ runId: 'run-2' });
    expect(await ids()).toEqual(['run-2', 'run-1']);

    const end = eventsOf('run-2', [...aWaitingRun(talk), aRunFinished({ status: 'cancelled' })]).slice(-1);
    await appendEvents(store, waiting, end);
    expect(await store.forget(talk)).toBe(2);
  });

  it('takes nothing more for a run that it forgot, and the same id may start anew', async () => {
    const run = await appendRun(store, 'run-1', anAnsweredRun(talk));
    await store.forget(talk);
    const late = { ...eventsOf('run-1', [aRunFinished()])[0]!, seq: run.seq + 1 };

    await expect(appendEvents(store, run, [late])).rejects.toThrow(RunConflictError);

    await appendRun(store, 'run-1', [aRunStarted()]);
    expect(await readEvents(store, 'acme', 'run-1')).toHaveLength(1);
  });

  it('forgets while other runs are stored, and loses none of them', async () => {
    await appendRun(store, 'old', anAnsweredRun(talk));
    const others = Array.from({ length: 16 }, (_, index) => `run-${index}`);

    const [forgotten] = await Promise.all([
      store.forget(talk),
      ...others.map((id) => appendRun(store, id, anAnsweredRun(), { size: 2 })),
    ]);

    expect(forgotten).toBe(1);
    expect((await ids()).sort()).toEqual(others.sort());
  });

  it('forgets by hostile names, and by nothing that only resembles them', async () => {
    const hostile = { tenant: 'acme\0', conversationId: "c') OR 1=1--\ud800" };
    await appendRun(store, 'run-1', anAnsweredRun(hostile));
    await appendRun(store, 'run-2', anAnsweredRun(talk));

    expect(await store.forget({ tenant: 'acme', conversationId: hostile.conversationId })).toBe(0);
    expect(await store.forget({ tenant: 'acme', conversationId: '%' })).toBe(0);
    expect(await store.forget(hostile)).toBe(1);
    expect(await ids()).toEqual(['run-2']);
  });

  it('is a StoreError after it was closed', async () => {
    await store.close();

    await expect(store.forget(talk)).rejects.toThrow(StoreError);
    await expect(store.unfinished(talk)).rejects.toThrow(StoreError);
  });
}
