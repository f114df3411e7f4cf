import { followRun } from '../../src/agent/follow-run';
import { RunFeed } from '../../src/agent/run-feed';
import type { RunEvent } from '../../src/core/run-event';
import { MemoryStore } from '../../src/stores/memory.store';
import { appendEvents } from '../support/append-run';
import { anAnsweredRun, eventsOf } from '../support/builders';

/** Nothing is told to the feed of this process, as when another process moves the run. */
describe('the reader of a run that another process moves', () => {
  const events = eventsOf('run-1', anAnsweredRun());
  const sharedStore = (): MemoryStore => Object.assign(new MemoryStore(), { isShared: true });
  const follow = (store: MemoryStore, afterSeq: number, isHere = false) =>
    followRun(
      { store, feed: new RunFeed(), isHere: () => isHere },
      { tenant: 'acme', runId: 'run-1', afterSeq },
      new AbortController().signal,
    );
  const seqsOf = async (following: AsyncIterable<RunEvent>): Promise<number[]> => {
    const seqs: number[] = [];
    for await (const { seq } of following) seqs.push(seq);
    return seqs;
  };

  it('sees each fact once, and the end', async () => {
    const store = sharedStore();
    const run = await appendEvents(store, undefined, events.slice(0, 2));
    const reading = seqsOf(follow(store, 1));

    const later = await appendEvents(store, run, events.slice(2, 5));
    await appendEvents(store, later, events.slice(5));

    expect(await reading).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  it('comes to an end also after a number that the run does not have', async () => {
    const store = sharedStore();
    const run = await appendEvents(store, undefined, events.slice(0, 2));
    const reading = seqsOf(follow(store, 99));
    await appendEvents(store, run, events.slice(2));

    expect(await reading).toEqual([]);
  });

  it('does not ask the store again for a run that this process moves', async () => {
    const store = sharedStore();
    const run = await appendEvents(store, undefined, events.slice(0, 2));
    const feed = new RunFeed();
    const reads = jest.spyOn(store, 'events');
    const place = { tenant: 'acme', runId: 'run-1', afterSeq: 0 };
    const reading = seqsOf(followRun({ store, feed, isHere: () => true }, place, new AbortController().signal));
    await new Promise((resolve) => setTimeout(resolve, 1200)); // longer than two looks

    await appendEvents(store, run, events.slice(2));
    for (const event of events.slice(2)) feed.publish(event, 'acme');

    expect(await reading).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(reads).toHaveBeenCalledTimes(1);
  });
});
