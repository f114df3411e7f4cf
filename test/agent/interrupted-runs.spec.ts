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
import { start, until } from './run-starts';
import { act, answer, shop } from './tools-of-a-shop';

describe('a run that was interrupted', () => {
  it('takes up an interrupted run at the start: a read runs again, a write does not', async () => {
    const store = new MemoryStore();
    const done: string[] = [];
    const pay = (order: string): string => {
      done.push(`pay ${order}`);
      return 'paid';
    };
    const first = await shop(new ScriptedModel([act('pay', 'B7'), answer('ok')]), { store }, { pay });
    const { runId } = await first.get(ReActAgentService).ask({ question: 'pay' });
    const events = await first.get(ReActAgentService).events(runId);
    const interrupted = new MemoryStore();
    const kept = events.slice(0, 4); // up to tool.started
    for (const event of kept) await interrupted.append([event], fold(kept.slice(0, event.seq)));
    const second = await shop(new ScriptedModel([answer('checked')]), { store: interrupted }, { pay });
    const service = second.get(ReActAgentService);
    const result = await until(
      () => service.result(runId),
      ({ status }) => status !== 'running',
    );
    expect(done).toEqual(['pay B7']);
    expect(result).toMatchObject({ status: 'answered', finalAnswer: 'checked' });
    expect(result.steps[0]!.observation).toContain('unknown');
    await second.close();
  });

  it('ends a run whose agent is gone as failed, and starts all the same', async () => {
    const store = new MemoryStore();
    const event = start('0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55', { agent: 'nobody' });
    await store.append([event], fold([event]));
    const app = await shop(new ScriptedModel([]), { store });
    const service = app.get(ReActAgentService);
    const result = await until(
      () => service.result(event.runId),
      ({ status }) => status !== 'running',
    );
    expect(result).toMatchObject({ status: 'failed', failureReason: 'agent_gone' });
    await app.close();
  });

  it('ends a run in a protocol that this version lacks as failed', async () => {
    const store = new MemoryStore();
    const event = start('0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a56', { protocol: 'morse' });
    await store.append([event], fold([event]));
    const app = await shop(new ScriptedModel([]), { store });
    const service = app.get(ReActAgentService);
    const result = await until(
      () => service.result(event.runId),
      ({ status }) => status !== 'running',
    );
    expect(result).toMatchObject({ status: 'failed', failureReason: 'protocol_gone' });
    await app.close();
  });

  it('the time that the process was down does not count towards the deadline', async () => {
    const store = new MemoryStore();
    const at = Date.now() - 3_600_000;
    const event = start('0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a57', { at });
    const thinking: RunEvent = { runId: event.runId, seq: 2, at, type: 'step.started', step: 1, protocol: 'text' };
    await store.append([event, thinking], fold([event, thinking]));
    const app = await shop(new ScriptedModel([answer('late, but whole')]), { store });
    const service = app.get(ReActAgentService);
    const result = await until(
      () => service.result(event.runId),
      ({ status }) => status !== 'running',
    );
    expect(result).toMatchObject({ status: 'answered', finalAnswer: 'late, but whole' });
    expect((await service.events(event.runId))[2]).toMatchObject({ type: 'step.started', resumed: true });
    await app.close();
  });

  it('a store that fails in the middle fails the request, and the run is ended once the store is back', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    class FailsOnce extends MemoryStore {
      #appends = 0;
      override append(events: readonly RunEvent[], run: Run, lease?: Lease): Promise<void> {
        this.#appends += 1;
        return this.#appends === 2 ? Promise.reject(new StoreError('away')) : super.append(events, run, lease);
      }
    }
    const app = await shop(new ScriptedModel([act('look'), answer('x')]), { store: new FailsOnce() });
    const service = app.get(ReActAgentService);
    const fault = await service
      .ask({ question: 'q' })
      .catch((error: unknown) => error as { code: string; runId: string });
    expect(fault).toMatchObject({ code: 'store_failed', runId: expect.any(String) });
    const { runId } = fault as { runId: string };
    expect(await service.result(runId)).toMatchObject({ status: 'running' });
    await jest.advanceTimersByTimeAsync(6_000);
    expect(await service.result(runId)).toMatchObject({ status: 'failed', failureReason: 'store_failed' });
    jest.useRealTimers();
    await app.close();
  });
});

it('a run that outlasts the shutdown is left to the next start, and its caller is told', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  const store = new MemoryStore();
  jest.spyOn(store, 'close').mockResolvedValue(); // the next start of this test reads the same one
  const look = (): Promise<string> => new Promise(() => undefined);
  const app = await shop(new ScriptedModel([act('look')]), { store }, { look });
  const asked = app.get(ReActAgentService).ask({ question: 'look' });
  const told = asked.catch((error: unknown) => error as { code: string; runId: string });
  await jest.advanceTimersByTimeAsync(100);
  const closed = app.close();
  await jest.advanceTimersByTimeAsync(11_000);
  expect(await told).toMatchObject({ code: 'overloaded', retryable: true, runId: expect.any(String) });
  await closed;
  jest.useRealTimers();
  const next = await shop(new ScriptedModel([answer('after all')]), { store }, { look: () => 'seen' });
  const { runId } = (await told) as { runId: string };
  const result = await until(
    () => next.get(ReActAgentService).result(runId),
    ({ status }) => status !== 'running',
  );
  expect(result).toMatchObject({ status: 'answered', finalAnswer: 'after all', steps: [{ observation: 'seen' }] });
  await next.close();
});
