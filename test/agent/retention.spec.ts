import { MemoryStore, ReActAgentService, ScriptedModel, StoreError } from '../../src';
import { appendRun, readEvents } from '../support/append-run';
import { anAnsweredRun, aWaitingRun } from '../support/builders';
import { until } from './run-starts';
import { answer, shop } from './tools-of-a-shop';

const DAY_MS = 86_400_000;

describe('with a time that runs are kept', () => {
  const store = async () => {
    const kept = new MemoryStore();
    const days = (count: number) => ({ startedAt: Date.now() - count * DAY_MS });
    for (let run = 0; run < 250; run++) await appendRun(kept, `old-${run}`, anAnsweredRun(), days(31));
    await appendRun(kept, 'recent', anAnsweredRun(), days(29));
    await appendRun(kept, 'open', aWaitingRun(), days(31));
    return kept;
  };
  const left = async (kept: MemoryStore) =>
    (await kept.list({ tenant: 'acme', limit: 100 })).items.map(({ runId }) => runId);

  it('a start deletes all those that ended longer ago, and keeps what has not ended', async () => {
    const kept = await store();
    const app = await shop(new ScriptedModel([]), { store: kept, retentionMs: 30 * DAY_MS });

    expect(
      await until(
        () => left(kept),
        ({ length }) => length <= 2,
      ),
    ).toEqual(['recent', 'open']);
    expect(await readEvents(kept, 'acme', 'old-0')).toEqual([]);
    await app.close();
  });

  it('a store that cannot delete now stops neither the start nor a run', async () => {
    const kept = await store();
    kept.deleteExpired = () => Promise.reject(new StoreError('The disk is full'));
    const app = await shop(new ScriptedModel([answer('ok')]), { store: kept, retentionMs: 30 * DAY_MS });

    expect(await app.get(ReActAgentService).ask({ question: 'Are you there?' })).toMatchObject({ finalAnswer: 'ok' });
    await app.close();
  });

  it('without one, none is deleted', async () => {
    const kept = await store();
    kept.deleteExpired = () => Promise.reject(new Error('nobody asked for it'));
    const deletes = jest.spyOn(kept, 'deleteExpired');
    const app = await shop(new ScriptedModel([]), { store: kept });

    await app.close();
    expect(deletes).not.toHaveBeenCalled();
  });
});
