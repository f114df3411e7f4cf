import { RunConflictError, StoreError } from '../../src/core/errors';
import { fold } from '../../src/core/run';
import type { RunStore } from '../../src/core/run-store';
import { appendEvents, appendRun, readEvents } from '../support/append-run';
import {
  aModelReplied,
  anAct,
  anAnsweredRun,
  aReply,
  aRunStarted,
  aStepStarted,
  aToolFinished,
  eventsOf,
} from '../support/builders';
import type { OpenStore } from './opened-store';

export function describeAppending(open: OpenStore): void {
  let store: RunStore;
  beforeEach(async () => {
    store = (await open()).store;
  });
  afterEach(() => store.close());

  it('gives events back as they were appended, in order', async () => {
    const run = await appendRun(store, 'run-1', anAnsweredRun(), { size: 3 });

    const events = await readEvents(store, 'acme', 'run-1');

    expect(events).toEqual(eventsOf('run-1', anAnsweredRun()));
    expect(fold(events)).toEqual(run);
  });

  it('gives only the events after a number', async () => {
    await appendRun(store, 'run-1', anAnsweredRun());

    const seqs = async (afterSeq: number) => (await readEvents(store, 'acme', 'run-1', afterSeq)).map(({ seq }) => seq);

    expect(await seqs(0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await seqs(6)).toEqual([7, 8]);
    expect(await seqs(8)).toEqual([]);
    expect(await seqs(99)).toEqual([]);
  });

  it('has no events of an unknown run or of another tenant', async () => {
    await appendRun(store, 'run-1', anAnsweredRun());

    expect(await readEvents(store, 'acme', 'run-2')).toEqual([]);
    expect(await readEvents(store, 'globex', 'run-1')).toEqual([]);
  });

  it('appends nothing when there is nothing to append', async () => {
    const run = fold(eventsOf('run-1', [aRunStarted()]));

    await store.append([], run);

    expect(await readEvents(store, 'acme', 'run-1')).toEqual([]);
    expect((await store.list({ tenant: 'acme', limit: 10 })).items).toEqual([]);
  });

  it('refuses a taken number and keeps what was stored', async () => {
    const before = await appendRun(store, 'run-1', [aRunStarted(), aStepStarted()]);
    const late = eventsOf('run-1', [aRunStarted(), aStepStarted(), aModelReplied(anAct())]);

    await expect(store.append(late.slice(1), fold(late))).rejects.toThrow(RunConflictError);

    const events = await readEvents(store, 'acme', 'run-1');
    expect(events).toHaveLength(2);
    expect(fold(events)).toEqual(before);
    expect((await store.list({ tenant: 'acme', limit: 10 })).items).toMatchObject([{ totalSteps: 0 }]);
  });

  it('refuses to start a run twice', async () => {
    await appendRun(store, 'run-1', [aRunStarted()]);

    await expect(appendRun(store, 'run-1', [aRunStarted({ question: 'Another?' })])).rejects.toThrow(RunConflictError);

    expect(await readEvents(store, 'acme', 'run-1')).toMatchObject([{ question: 'What did we sell in June?' }]);
  });

  it('refuses events that would leave a gap', async () => {
    const before = await appendRun(store, 'run-1', [aRunStarted()]);
    const events = eventsOf('run-1', anAnsweredRun());

    await expect(store.append(events.slice(2), fold(events))).rejects.toThrow(RunConflictError);

    expect(fold(await readEvents(store, 'acme', 'run-1'))).toEqual(before);
  });

  it('lets no tenant append to the run of another', async () => {
    await appendRun(store, 'run-1', [aRunStarted({ tenant: 'acme' })]);
    const stranger = eventsOf('run-1', [aRunStarted({ tenant: 'globex' }), aStepStarted()]);

    await expect(store.append(stranger.slice(1), fold(stranger))).rejects.toThrow(RunConflictError);
    await expect(store.append(stranger, fold(stranger))).rejects.toThrow(RunConflictError);

    expect(await readEvents(store, 'acme', 'run-1')).toHaveLength(1);
    expect(await readEvents(store, 'globex', 'run-1')).toEqual([]);
  });

  it('lets one of two writers win and stores the events of that one alone', async () => {
    const run = await appendRun(store, 'run-1', [aRunStarted()]);
    const move = (text: string) => {
      const events = eventsOf('run-1', [aRunStarted(), aStepStarted(), aModelReplied(anAct(), 1, aReply({ text }))]);
      return appendEvents(store, run, events.slice(1));
    };

    const results = await Promise.allSettled([move('first'), move('second')]);

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(results[1]).toMatchObject({ reason: expect.any(RunConflictError) });
    const events = await readEvents(store, 'acme', 'run-1');
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(events[2]).toMatchObject({ reply: { text: 'first' } });
  });

  it('stores appends of many runs at once, and a conflict of one fails no other', async () => {
    await appendRun(store, 'run-7', [aRunStarted()]);
    const ids = Array.from({ length: 16 }, (_, index) => `run-${index}`);

    const results = await Promise.allSettled(ids.map((id) => appendRun(store, id, anAnsweredRun(), { size: 4 })));

    const refused = results.flatMap(({ status }, index) => (status === 'rejected' ? [ids[index]] : []));
    expect(refused).toEqual(['run-7']);
    for (const id of ids.filter((id) => id !== 'run-7')) expect(await readEvents(store, 'acme', id)).toHaveLength(8);
    expect(await readEvents(store, 'acme', 'run-7')).toHaveLength(1);
  });

  it('keeps the order of appends of one run that are not waited for', async () => {
    const events = eventsOf('run-1', anAnsweredRun());
    const appends = events.map((event, index) => store.append([event], fold(events.slice(0, index + 1))));

    await Promise.all(appends);

    expect(await readEvents(store, 'acme', 'run-1')).toEqual(events);
  });

  it('stores a run of 1,000 events', async () => {
    const facts = [aRunStarted()];
    for (let step = 1; facts.length < 1000; step++) {
      facts.push(aStepStarted(step), aModelReplied(anAct(), step), aToolFinished());
    }

    await appendRun(store, 'run-1', facts, { size: 40 });

    expect(await readEvents(store, 'acme', 'run-1')).toEqual(eventsOf('run-1', facts));
  });

  it('refuses events that are not those of the run, which would be a bug of the caller', async () => {
    const events = eventsOf('run-1', [aRunStarted(), aStepStarted()]);
    const strangers = eventsOf('run-2', [aRunStarted(), aStepStarted()]);

    await expect(store.append(strangers, fold(events))).rejects.toThrow('is not fact 1 of run run-1');
    await expect(store.append(events.slice(0, 1), fold(events))).rejects.toThrow('is not fact 2 of run run-1');

    expect((await store.list({ tenant: 'acme', limit: 10 })).items).toEqual([]);
  });

  it('is a StoreError after it was closed, for every call', async () => {
    await store.ping();
    await store.close();
    await store.close();

    await expect(appendRun(store, 'run-1', [aRunStarted()])).rejects.toThrow(StoreError);
    await expect(readEvents(store, 'acme', 'run-1')).rejects.toThrow(StoreError);
    await expect(store.list({ tenant: 'acme', limit: 10 })).rejects.toThrow(StoreError);
    await expect(store.unfinished()).rejects.toThrow(StoreError);
    await expect(store.ping()).rejects.toThrow(StoreError);
  });
}
