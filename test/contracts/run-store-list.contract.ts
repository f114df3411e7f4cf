import { BadRequestError } from '../../src/core/errors';
import { summaryOf } from '../../src/core/react-result';
import type { RunQuery, RunStore } from '../../src/core/run-store';
import { appendEvents, appendRun } from '../support/append-run';
import {
  anAnsweredRun,
  aRunFinished,
  aRunStarted,
  aStepStarted,
  aWaitingRun,
  eventsOf,
  STARTED_AT,
} from '../support/builders';
import type { OpenStore } from './opened-store';

export function describeListing(open: OpenStore): void {
  let store: RunStore;
  beforeEach(async () => {
    store = (await open()).store;
  });
  afterEach(() => store.close());

  const ids = async (query: Partial<RunQuery>) => {
    const page = await store.list({ tenant: 'acme', limit: 100, ...query });
    return page.items.map(({ runId }) => runId);
  };

  it('lists runs newest first, each as its result without steps', async () => {
    const older = await appendRun(store, 'run-1', anAnsweredRun(), { startedAt: STARTED_AT });
    const newer = await appendRun(store, 'run-2', aWaitingRun(), { startedAt: STARTED_AT + 1 });

    expect(await store.list({ tenant: 'acme', limit: 10 })).toEqual({ items: [summaryOf(newer), summaryOf(older)] });
  });

  it('lists runs that started together by id, the highest first', async () => {
    for (const id of ['b', 'c', 'a']) await appendRun(store, id, [aRunStarted()]);

    expect(await ids({})).toEqual(['c', 'b', 'a']);
  });

  it('shows a run as its last event left it', async () => {
    const run = await appendRun(store, 'run-1', aWaitingRun());
    expect(await ids({ status: 'waiting' })).toEqual(['run-1']);

    const [last] = eventsOf('run-1', [...aWaitingRun(), aRunFinished({ status: 'cancelled' })]).slice(-1);
    await appendEvents(store, run, last ? [last] : []);

    expect(await ids({ status: 'waiting' })).toEqual([]);
    expect(await ids({ status: 'cancelled' })).toEqual(['run-1']);
  });

  it('filters by agent, status and conversation, and by all of them together', async () => {
    await appendRun(store, 'run-1', anAnsweredRun({ agent: 'sales', conversationId: 'c-1' }));
    await appendRun(store, 'run-2', anAnsweredRun({ agent: 'bitmall', conversationId: 'c-1' }));
    await appendRun(store, 'run-3', aWaitingRun({ agent: 'bitmall', conversationId: 'c-1' }));
    await appendRun(store, 'run-4', aWaitingRun({ agent: 'bitmall' }));

    expect(await ids({ agent: 'sales' })).toEqual(['run-1']);
    expect(await ids({ status: 'waiting' })).toEqual(['run-4', 'run-3']);
    expect(await ids({ conversationId: 'c-1' })).toEqual(['run-3', 'run-2', 'run-1']);
    expect(await ids({ agent: 'bitmall', status: 'waiting', conversationId: 'c-1' })).toEqual(['run-3']);
    expect(await ids({ agent: 'nobody' })).toEqual([]);
  });

  it('shows no run of another tenant, whatever the filter', async () => {
    await appendRun(store, 'run-1', anAnsweredRun({ tenant: 'acme', conversationId: 'c-1' }));

    for (const filter of [{}, { agent: 'sales' }, { status: 'answered' }, { conversationId: 'c-1' }]) {
      expect(await ids({ tenant: 'globex', ...filter })).toEqual([]);
    }
  });

  it('gives every run once over pages, also when runs start in between', async () => {
    for (let index = 0; index < 7; index++) {
      await appendRun(store, `run-${index}`, [aRunStarted()], { startedAt: STARTED_AT + Math.floor(index / 2) });
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.list({ tenant: 'acme', limit: 2, ...(cursor !== undefined && { cursor }) });
      seen.push(...page.items.map(({ runId }) => runId));
      cursor = page.nextCursor;
      await appendRun(store, `later-${seen.length}`, [aRunStarted()], { startedAt: STARTED_AT + 1000 });
    } while (cursor !== undefined);

    expect(seen).toEqual(['run-6', 'run-5', 'run-4', 'run-3', 'run-2', 'run-1', 'run-0']);
  });

  it('gives no cursor with the last page, even when that page is full', async () => {
    for (const id of ['run-1', 'run-2']) await appendRun(store, id, [aRunStarted()]);

    expect(await store.list({ tenant: 'acme', limit: 2 })).not.toHaveProperty('nextCursor');
    expect(await store.list({ tenant: 'acme', limit: 1 })).toHaveProperty('nextCursor');
  });

  it('keeps the filter over pages', async () => {
    for (const id of ['run-1', 'run-3', 'run-5']) await appendRun(store, id, aWaitingRun());
    for (const id of ['run-2', 'run-4']) await appendRun(store, id, anAnsweredRun());
    const { nextCursor } = await store.list({ tenant: 'acme', status: 'waiting', limit: 1 });

    expect(nextCursor).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(await ids({ status: 'waiting', ...(nextCursor !== undefined && { cursor: nextCursor }) })).toEqual([
      'run-3',
      'run-1',
    ]);
  });

  it.each(['', 'x', '%00', 'MTIz', Buffer.from('12x:run').toString('base64url'), 'MTc4MjgxNzUyMzAwMDpydW4tMQ=='])(
    'refuses the cursor %j, which it did not give',
    async (cursor) => {
      const listing = store.list({ tenant: 'acme', limit: 10, cursor });

      await expect(listing).rejects.toThrow(BadRequestError);
      await expect(listing).rejects.toMatchObject({ errors: [{ pointer: '#/cursor' }] });
    },
  );

  it.each([0, -1, 101, 1.5, NaN, 1e9])('refuses the limit %p', async (limit) => {
    await expect(store.list({ tenant: 'acme', limit })).rejects.toMatchObject({ errors: [{ pointer: '#/limit' }] });
  });

  it('accepts the limits 1 and 100', async () => {
    await expect(store.list({ tenant: 'acme', limit: 1 })).resolves.toEqual({ items: [] });
    await expect(store.list({ tenant: 'acme', limit: 100 })).resolves.toEqual({ items: [] });
  });

  // langgraphjs#2504 ignored such keys and listed everything; langgraph CVE-2025-67644 put them into the query
  it('refuses an unknown filter instead of listing more than was asked for', async () => {
    const query = { tenant: 'acme', limit: 10, "x') OR 1=1--": 'y' };

    await expect(store.list(query)).rejects.toThrow(BadRequestError);
  });

  it('names the runs without an outcome, of every tenant, oldest first', async () => {
    await appendRun(store, 'run-3', aWaitingRun({ tenant: 'globex' }), { startedAt: STARTED_AT });
    await appendRun(store, 'run-1', [aRunStarted(), aStepStarted()], { startedAt: STARTED_AT + 5 });
    await appendRun(store, 'run-2', anAnsweredRun(), { startedAt: STARTED_AT + 1 });

    expect(await store.unfinished()).toEqual([
      { tenant: 'globex', runId: 'run-3' },
      { tenant: 'acme', runId: 'run-1' },
    ]);
  });
}
