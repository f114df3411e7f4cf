import { fold, MemoryStore, ReActAgentService, ScriptedModel, type Model, type ModelChunk } from '../../src';
import { aWaitingRun, eventsOf } from '../support/builders';
import { act, answer, shop } from './tools-of-a-shop';
import { until } from './until';

const RUN_ID = '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55';

/** Says nothing until it is aborted, or for ever when it does not heed its signal. */
class SilentModel implements Model {
  readonly name = 'silent';
  asked = 0;

  constructor(private readonly heeds: boolean) {}

  async *stream(_: unknown, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    this.asked += 1;
    await new Promise((_resolve, reject) => {
      if (this.heeds) signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    yield { text: '' };
  }
}

describe('cancel', () => {
  it('of a queued run ends it before its first step', async () => {
    const model = new SilentModel(true);
    const app = await shop(model, { background: { maxRunning: 1, maxWaiting: 1 } });
    const service = app.get(ReActAgentService);
    const first = await service.enqueue({ question: 'first' });
    const second = await service.enqueue({ question: 'second' });
    const result = await service.cancel(second.runId);
    expect(result).toMatchObject({ runId: second.runId, status: 'cancelled', failureReason: 'cancelled', steps: [] });
    expect(await service.enqueue({ question: 'its place' })).toMatchObject({ status: 'queued' });
    expect(await service.cancel(first.runId)).toMatchObject({ status: 'cancelled' });
    await until(
      () => model.asked,
      (asked) => asked === 2,
    );
    expect((await service.events(second.runId)).map(({ type }) => type)).toEqual(['run.started', 'run.finished']);
    const [third] = (await service.list({ status: 'running', limit: 1 })).items;
    await service.cancel(third!.runId);
    await app.close();
  });

  it('in a tool aborts it: its row says so, and what it was still to do does not begin', async () => {
    const signals: AbortSignal[] = [];
    const look = (_: string, { signal }: { signal: AbortSignal }): Promise<string> => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const app = await shop(new ScriptedModel([act('look')]), {}, { look });
    const service = app.get(ReActAgentService);
    const { runId, ended } = await service.begin({ question: 'q' });
    await until(
      () => signals.length,
      (count) => count === 1,
    );
    const result = await service.cancel(runId);
    expect(result).toMatchObject({ status: 'cancelled', finalAnswer: null, totalSteps: 1 });
    expect(result.steps[0]).toMatchObject({ action: 'look', ok: false, observation: expect.stringMatching(/cancel/i) });
    expect(signals[0]!.aborted).toBe(true);
    expect((await ended).outcome).toEqual({ status: 'cancelled' });
    await app.close();
  });

  it('of a run that waits for a person ends it, and those who follow it hear so', async () => {
    const store = new MemoryStore();
    const facts = eventsOf(RUN_ID, aWaitingRun({ tenant: 'default', agent: 'clerk', conversationId: 'c' }));
    await store.append(facts, fold(facts));
    const app = await shop(new ScriptedModel([answer('next')]), { store });
    const service = app.get(ReActAgentService);
    await expect(service.ask({ question: 'q', conversationId: 'c' })).rejects.toMatchObject({ runId: RUN_ID });
    const heard: string[] = [];
    const following = (async () => {
      for await (const { type } of service.follow(RUN_ID, new AbortController().signal)) heard.push(type);
    })();
    const result = await service.cancel(RUN_ID);
    expect(result).toMatchObject({ status: 'cancelled', pendingApprovals: [], totalSteps: 1 });
    await following;
    expect(heard.at(-1)).toBe('run.finished');
    expect(await service.ask({ question: 'q', conversationId: 'c' })).toMatchObject({ finalAnswer: 'next' });
    await app.close();
  });

  it('a model that does not heed its signal is left behind', async () => {
    const model = new SilentModel(false);
    const app = await shop(model);
    const service = app.get(ReActAgentService);
    const { runId, ended } = await service.begin({ question: 'q' });
    await until(
      () => model.asked,
      (asked) => asked === 1,
    );
    expect(await service.cancel(runId)).toMatchObject({ status: 'cancelled' });
    expect((await ended).outcome).toEqual({ status: 'cancelled' });
    await app.close();
  });

  it('a model that does not heed its signal cannot hold the run beyond its deadline', async () => {
    const app = await shop(new SilentModel(false));
    const result = await app.get(ReActAgentService).ask({ question: 'q', limits: { deadlineMs: 50 } });
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'deadline' });
    await app.close();
  });

  it('of a run that has ended, an unknown one, or another tenant’s is refused', async () => {
    const app = await shop(new ScriptedModel([answer('x')]));
    const service = app.get(ReActAgentService);
    const { runId } = await service.ask({ question: 'q', tenant: 'a' });
    await expect(service.cancel(runId, 'a')).rejects.toMatchObject({ code: 'run_ended', runId });
    await expect(service.cancel(runId, 'b')).rejects.toMatchObject({ code: 'run_not_found' });
    await expect(service.cancel(RUN_ID)).rejects.toMatchObject({ code: 'run_not_found' });
    expect((await service.result(runId, 'a')).status).toBe('answered');
    await app.close();
  });

  it('that races with the end: one of them counts, and the run has one end', async () => {
    const outcomes = new Set<string>();
    const look = async (): Promise<string> => {
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      return 'seen';
    };
    for (let turns = 0; turns < 20; turns += 1) {
      const app = await shop(new ScriptedModel([act('look'), act('look', 'B2'), answer('done')]), {}, { look });
      const service = app.get(ReActAgentService);
      const { runId, ended } = await service.begin({ question: 'q' });
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
      const cancelled = await service.cancel(runId).catch((error: { code: string }) => error.code);
      const { outcome } = await ended;
      const status = typeof cancelled === 'string' ? cancelled : cancelled.status;
      if (status !== 'run_not_found') {
        expect([status, outcome!.status]).toEqual(
          outcome!.status === 'cancelled' ? ['cancelled', 'cancelled'] : ['run_ended', 'answered'],
        );
      }
      outcomes.add(outcome!.status);
      const ends = (await service.events(runId)).filter(({ type }) => type === 'run.finished');
      expect(ends).toHaveLength(1);
      await app.close();
    }
    expect([...outcomes].sort()).toEqual(['answered', 'cancelled']);
  });
});
