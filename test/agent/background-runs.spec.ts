import {
  fold,
  MemoryStore,
  ReActAgentService,
  ScriptedModel,
  StoreError,
  type Lease,
  type Run,
  type RunEvent,
} from '../../src';
import { act, answer, shop } from './tools-of-a-shop';
import { until } from './until';

const EMPTY = { maxRunning: 1, maxWaiting: 1 };

/** A tool that lasts until it is let go; `held` counts those under way. */
function hold() {
  const waiting: ((text: string) => void)[] = [];
  return {
    look: (): Promise<string> => new Promise((resolve) => waiting.push(resolve)),
    held: (): number => waiting.length,
    letGo: (): void => waiting.splice(0).forEach((resolve) => resolve('seen')),
  };
}

class MoodyStore extends MemoryStore {
  isAway = false;
  override append(events: readonly RunEvent[], run: Run, lease?: Lease): Promise<void> {
    return this.isAway ? Promise.reject(new StoreError('The store is away')) : super.append(events, run, lease);
  }
}

describe('background runs', () => {
  it('is stored as queued, then moved when its turn comes', async () => {
    const { look, held, letGo } = hold();
    const script = [act('look'), answer('one'), answer('two')];
    const app = await shop(new ScriptedModel(script), { background: EMPTY }, { look });
    const service = app.get(ReActAgentService);
    const first = await service.enqueue({ question: 'first' });
    expect(first.status).toBe('queued');
    await until(held, (count) => count === 1);
    const second = await service.enqueue({ question: 'second' });
    expect(await service.result(second.runId)).toMatchObject({ status: 'queued', steps: [] });
    expect((await service.list({ status: 'queued', limit: 10 })).items).toHaveLength(1);
    letGo();
    const done = await until(
      () => service.result(second.runId),
      ({ success }) => success,
    );
    expect(done.finalAnswer).toBe('two');
    expect((await service.result(first.runId)).finalAnswer).toBe('one');
    await app.close();
  });

  it('refuses one more than fit, and stores nothing of it', async () => {
    const { look, held, letGo } = hold();
    const script = [act('look'), answer('one'), answer('two'), answer('three')];
    const app = await shop(new ScriptedModel(script), { background: EMPTY }, { look });
    const service = app.get(ReActAgentService);
    await service.enqueue({ question: 'first' });
    await until(held, (count) => count === 1);
    const both = await Promise.allSettled(['b', 'c'].map((question) => service.enqueue({ question })));
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(both[1]).toMatchObject({ reason: { code: 'overloaded' } });
    expect((await service.list({ limit: 10 })).items.map(({ question }) => question)).toEqual(['b', 'first']);
    letGo();
    await until(
      () => service.list({ status: 'answered', limit: 10 }),
      ({ items }) => items.length === 2,
    );
    await expect(service.enqueue({ question: 'd' })).resolves.toMatchObject({ status: 'queued' });
    await app.close();
  });

  it('the time in the queue does not count towards the deadline', async () => {
    const store = new MemoryStore();
    const app = await shop(new ScriptedModel([answer('never used')]), { store });
    const { runId } = await app.get(ReActAgentService).ask({ question: 'q' });
    const [first] = await app.get(ReActAgentService).events(runId);
    await app.close();
    const waited = new MemoryStore();
    const started = { ...first!, at: Date.now() - 3_600_000 };
    await waited.append([started], fold([started]));
    const later = await shop(new ScriptedModel([answer('late')]), { store: waited });
    const result = await until(
      () => later.get(ReActAgentService).result(runId),
      ({ status }) => status !== 'queued' && status !== 'running',
    );
    expect(result).toMatchObject({ status: 'answered', finalAnswer: 'late' });
    expect(result.durationMs).toBeGreaterThan(3_599_000);
    await later.close();
  });

  it('a shutdown leaves what waits as queued, and the next start goes on with it', async () => {
    class OpenStore extends MemoryStore {
      override async close(): Promise<void> {} // the next app reads on
    }
    const store = new OpenStore();
    const { look, held, letGo } = hold();
    const options = { store, background: EMPTY };
    const app = await shop(new ScriptedModel([act('look'), answer('one')]), options, { look });
    const service = app.get(ReActAgentService);
    const first = await service.enqueue({ question: 'first' });
    await until(held, (count) => count === 1);
    const second = await service.enqueue({ question: 'second' });
    const closed = app.close();
    await new Promise((resolve) => setTimeout(resolve, 20)); // Nest calls other hooks first
    await expect(service.enqueue({ question: 'late' })).rejects.toMatchObject({ code: 'overloaded' });
    letGo();
    await closed;
    expect(await service.result(first.runId)).toMatchObject({ status: 'answered' });
    expect(await service.result(second.runId)).toMatchObject({ status: 'queued' });

    const next = await shop(new ScriptedModel([answer('two')]), options);
    const done = await until(
      () => next.get(ReActAgentService).result(second.runId),
      ({ success }) => success,
    );
    expect(done.finalAnswer).toBe('two');
    await next.close();
  });

  it('a background run that the store failed for minutes goes on within 30 s once the store is back', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    const store = new MoodyStore();
    const look = (): string => {
      store.isAway = true;
      return 'seen';
    };
    const script = [act('look'), ...Array<string>(100).fill(answer('late'))];
    const app = await shop(new ScriptedModel(script), { store }, { look });
    const service = app.get(ReActAgentService);
    const { runId } = await service.enqueue({ question: 'q' });
    await jest.advanceTimersByTimeAsync(250_000);
    expect(await service.result(runId)).toMatchObject({ status: 'running' });

    store.isAway = false;
    await jest.advanceTimersByTimeAsync(30_000);

    expect(await service.result(runId)).toMatchObject({ status: 'answered' });
    jest.useRealTimers();
    await app.close();
  });

  it('an ask that the store failed in the middle ends as failed when the store is back, and frees its conversation', async () => {
    const store = new MoodyStore();
    const look = (): string => {
      store.isAway = true;
      return 'seen';
    };
    const script = [act('look'), answer('next')];
    const app = await shop(new ScriptedModel(script), { store }, { look });
    const service = app.get(ReActAgentService);
    const asked = service.ask({ question: 'q', conversationId: 'c' });
    await expect(asked).rejects.toMatchObject({ code: 'store_failed', runId: expect.any(String) });
    await expect(service.ask({ question: 'meanwhile', conversationId: 'c' })).rejects.toMatchObject({
      code: 'conversation_busy',
    });
    store.isAway = false;
    const { items } = await until(
      () => service.list({ conversationId: 'c', limit: 1 }),
      (page) => page.items[0]!.status !== 'running',
    );
    expect(items[0]).toMatchObject({ status: 'failed', failureReason: 'store_failed' });
    expect(await service.ask({ question: 'next', conversationId: 'c' })).toMatchObject({ finalAnswer: 'next' });
    await app.close();
  });

  it.each([
    ['an unknown agent', { agent: 'nobody' }, 'bad_request'],
    ['an unknown protocol', { protocol: 'xml' }, 'bad_request'],
  ])('refuses %s at once, and keeps no place for it', async (_, change, code) => {
    const app = await shop(new ScriptedModel([answer('x')]), { background: { maxRunning: 1, maxWaiting: 0 } });
    const service = app.get(ReActAgentService);
    await expect(service.enqueue({ question: 'q', ...change })).rejects.toMatchObject({ code });
    await expect(service.enqueue({ question: 'q' })).resolves.toMatchObject({ status: 'queued' });
    await app.close();
  });
});
