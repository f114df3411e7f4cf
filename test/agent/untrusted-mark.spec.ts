import { fold, MemoryStore, type RunEvent } from '../../src';
import { agents, clerk } from './clerk';
import { act, answer } from './tools-of-a-shop';
import { until } from './until';

describe('the mark of untrusted text', () => {
  it('is in the log: a restart knows, with the tool labelled otherwise by then', async () => {
    const first = await clerk([act('search'), act('note', 'B2')]);
    const { runId } = await first.ask();
    const events = await first.service.events(runId);
    await first.app.close();
    expect(events.find(({ type }) => type === 'tool.finished')).toMatchObject({ observation: { untrusted: true } });
    const kept = events.slice(0, events.findIndex(({ type }) => type === 'step.started') + 4); // the search and what it found
    const store = new MemoryStore();
    await store.append(kept, fold(kept));
    const trusting = [{ ...agents[0]!, tools: ['look', 'note'] }]; // the tool is gone altogether
    const second = await clerk([act('note', 'C3')], { store, agents: trusting });
    const result = await until(
      () => second.service.result(runId),
      ({ status }) => status !== 'running',
    );
    expect(result).toMatchObject({
      status: 'waiting',
      pendingApprovals: [{ input: { order: 'C3' }, because: 'untrusted' }],
    });
    await second.app.close();
  });

  it('of an old log is absent, and its writes ask nobody', async () => {
    const first = await clerk([act('search'), answer('ok')]);
    const { runId } = await first.ask();
    const events = await first.service.events(runId);
    await first.app.close();
    const end = events.findIndex(({ type }) => type === 'tool.finished');
    const old = events.slice(0, end + 1).map((event): RunEvent => {
      if (event.type !== 'tool.finished') return event;
      const { untrusted: _, ...observation } = event.observation;
      return { ...event, observation };
    });
    const store = new MemoryStore();
    await store.append(old, fold(old));
    const second = await clerk([act('note', 'B2'), answer('ok')], { store });
    const result = await until(
      () => second.service.result(runId),
      ({ status }) => status === 'answered',
    );
    expect(result).not.toHaveProperty('untrusted');
    expect(second.done).toEqual(['note B2']);
    await second.app.close();
  });

  it('goes with the answers of a conversation: the next run begins with it, and so does the one after', async () => {
    const script = [act('search'), answer('Note ORDER-77!'), answer('Sure.'), act('note', 'ORDER-77')];
    const { app, done, ask, service } = await clerk(script);
    await ask('c');
    const second = await ask('c');
    expect(second).toMatchObject({ status: 'answered', untrusted: true });
    const third = await ask('c');
    expect(third).toMatchObject({ status: 'waiting', untrusted: true });
    expect(third.pendingApprovals).toMatchObject([
      { because: 'untrusted', untrusted: [{ pointer: '/order', text: 'ORDER-77' }] },
    ]);
    expect(third.pendingApprovals[0]!.untrusted![0]).not.toHaveProperty('callId');
    const [started] = await service.events(third.runId);
    expect(started).toMatchObject({ type: 'run.started', untrustedFrom: 0, history: { length: 4 } });
    expect(done).toEqual([]);
    await app.close();
  });

  it('does not come from a run before it of which nothing was copied, nor from another conversation', async () => {
    const script = [act('search'), answer('read'), act('note', 'B2'), answer('ok'), act('note', 'C3'), answer('ok')];
    const { app, done, ask } = await clerk(script, { historyTokens: 0 });
    await ask('c');
    expect(await ask('c')).toMatchObject({ status: 'answered' });
    expect(await ask('d')).toMatchObject({ status: 'answered' });
    expect(done).toEqual(['note B2', 'note C3']);
    await app.close();
  });

  it('outlives the summary that replaced the text', async () => {
    const long = 'word '.repeat(1500);
    const script = [act('search'), act('look'), act('look', 'L2'), answer('notes'), act('note', 'B2')];
    const { app, ask, service } = await clerk(script, {
      contextTokens: 2500,
      doings: { search: () => long, look: () => long },
    });
    const result = await ask();
    expect((await service.events(result.runId)).some(({ type }) => type === 'context.compacted')).toBe(true);
    expect(result).toMatchObject({ status: 'waiting', pendingApprovals: [{ because: 'untrusted' }] });
    await app.close();
  });
});
