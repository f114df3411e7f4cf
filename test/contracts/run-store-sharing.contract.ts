import { ConversationBusyError, RunConflictError } from '../../src/core/errors';
import { fold } from '../../src/core/run';
import type { RunStore } from '../../src/core/run-store';
import { appendRun, readEvents } from '../support/append-run';
import { anAnsweredRun, aRunStarted, aStepStarted, eventsOf } from '../support/builders';
import type { OpenStore } from './opened-store';

/** For stores that several processes may have open. */
export function describeSharing(open: OpenStore): void {
  let store: RunStore;
  let another: () => Promise<RunStore>;
  beforeEach(async () => {
    ({ store, another } = await open());
  });
  afterEach(() => store.close());

  it('keeps runs when it is closed and opened again', async () => {
    await appendRun(store, 'run-1', anAnsweredRun());
    const { items } = await store.list({ tenant: 'acme', limit: 10 });
    await store.close();

    const reopened = await another();

    expect(await readEvents(reopened, 'acme', 'run-1')).toEqual(eventsOf('run-1', anAnsweredRun()));
    expect((await reopened.list({ tenant: 'acme', limit: 10 })).items).toEqual(items);
    await reopened.close();
  });

  it('can be read by another connection while it is written', async () => {
    const reader = await another();
    const writing = appendRun(store, 'run-1', anAnsweredRun(), { size: 1 });
    const seen: number[] = [];

    while (seen.length < 8) {
      const events = await readEvents(reader, 'acme', 'run-1', seen.length);
      seen.push(...events.map(({ seq }) => seq));
      await new Promise((resolve) => setImmediate(resolve));
    }

    await writing;
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await reader.close();
  });

  it('lets one of two connections win an event number', async () => {
    const rival = await another();
    await appendRun(store, 'run-1', [aRunStarted()]);
    const events = eventsOf('run-1', [aRunStarted(), aStepStarted()]);

    const results = await Promise.allSettled([store, rival].map((each) => each.append(events.slice(1), fold(events))));

    const faults = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(faults).toEqual([expect.any(RunConflictError)]);
    expect(await readEvents(rival, 'acme', 'run-1')).toEqual(events);
    await rival.close();
  });

  it('lets one of two connections into a conversation', async () => {
    const rival = await another();
    const facts = [aRunStarted({ conversationId: 'c-1' })];

    const results = await Promise.allSettled([appendRun(store, 'run-1', facts), appendRun(rival, 'run-2', facts)]);

    const faults = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(faults).toEqual([expect.any(ConversationBusyError)]);
    expect((await rival.list({ tenant: 'acme', limit: 10 })).items).toHaveLength(1);
    await rival.close();
  });

  it('gives each run to one of two connections that take what nobody holds', async () => {
    const rival = await another();
    for (let index = 0; index < 6; index++) await appendRun(store, `run-${index}`, [aRunStarted()]);

    const taken = await Promise.all(
      [store, rival].map((each, index) =>
        each.acquire({ owner: `p-${index}`, ttlMs: 60_000 }, { most: 4, except: [] }),
      ),
    );
    const rest = await store.acquire({ owner: 'p-2', ttlMs: 60_000 }, { most: 9, except: [] });

    const ids = [...taken.flat(), ...rest].map(({ runId }) => runId).sort();
    expect(ids).toEqual(Array.from({ length: 6 }, (_, index) => `run-${index}`));
    await rival.close();
  });
}
