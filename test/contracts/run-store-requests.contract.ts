import { RunConflictError } from '../../src/core/errors';
import type { RunStore } from '../../src/core/run-store';
import { appendRun, readEvents } from '../support/append-run';
import { anAnsweredRun, aRunStarted, aStepStarted, aWaitingRun, STARTED_AT } from '../support/builders';
import type { OpenStore } from './opened-store';

export function describeRequests(open: OpenStore): void {
  let store: RunStore;
  beforeEach(async () => {
    store = (await open()).store;
  });
  afterEach(() => store.close());

  const request = { key: 'ask k-1', hash: 'abc' };
  const found = (key = request.key, tenant = 'acme', since = STARTED_AT - 1) => store.requested(tenant, key, since);

  it('finds the run that a request started, also after its end, for its tenant alone', async () => {
    expect(await found()).toBeUndefined();
    await appendRun(store, 'run-1', anAnsweredRun({ request }), { size: 1 });
    await appendRun(store, 'run-2', anAnsweredRun());

    expect(await found()).toEqual({ runId: 'run-1', hash: 'abc' });
    expect(await found('ask k-2')).toBeUndefined();
    expect(await found(request.key, 'globex')).toBeUndefined();
  });

  it('stores no second run of a request, and the same key for another tenant', async () => {
    await appendRun(store, 'run-1', [aRunStarted({ request })]);

    await expect(appendRun(store, 'run-2', [aRunStarted({ request }), aStepStarted()])).rejects.toThrow(
      RunConflictError,
    );
    await appendRun(store, 'run-3', [aRunStarted({ request, tenant: 'globex' })]);

    expect(await readEvents(store, 'acme', 'run-2')).toEqual([]);
    expect(await store.requested('globex', request.key, 0)).toEqual({ runId: 'run-3', hash: 'abc' });
  });

  it('stores one of twenty runs of a request that come at the same time, and every other run', async () => {
    const twins = Array.from({ length: 20 }, (_, index) =>
      appendRun(store, `twin-${index}`, [aRunStarted({ request })]),
    );
    const others = Array.from({ length: 5 }, (_, index) => appendRun(store, `other-${index}`, [aRunStarted()]));

    const results = await Promise.allSettled(twins);
    await Promise.all(others);

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await store.list({ tenant: 'acme', limit: 100 })).items).toHaveLength(6);
  });

  it('gives a key free that is old, and not the run', async () => {
    await appendRun(store, 'run-1', aWaitingRun({ request }));
    expect(await found(request.key, 'acme', STARTED_AT)).toBeUndefined();
    await appendRun(store, 'run-2', [aRunStarted({ request: { ...request, hash: 'def' } })]);

    expect(await found()).toEqual({ runId: 'run-2', hash: 'def' });
    expect(await readEvents(store, 'acme', 'run-1')).not.toEqual([]);
  });

  it('knows a key no more when its run is forgotten', async () => {
    await appendRun(store, 'run-1', anAnsweredRun({ request, conversationId: 'c' }));
    await store.forget({ tenant: 'acme', conversationId: 'c' });
    expect(await found()).toBeUndefined();
  });

  it('keeps a key with characters that stores do not like', async () => {
    const hostile = { key: "ask '; drop table runs -- \u0000\ud800 键", hash: 'x' };
    await appendRun(store, 'run-1', [aRunStarted({ request: hostile })]);
    expect(await found(hostile.key)).toEqual({ runId: 'run-1', hash: 'x' });
  });
}
