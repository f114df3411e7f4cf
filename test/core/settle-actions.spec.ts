import type { RunEvent } from '../../src/core/run-event';
import type { InvokeContext } from '../../src/core/tool';
import { toReActResult } from '../../src/core/react-result';
import { fold } from '../../src/core/run';
import { acts, answers, play, setUp, type FakeTool, type Played } from './script';

const upTo = (events: RunEvent[], type: RunEvent['type']): RunEvent[] =>
  events.slice(0, events.findIndex((event) => event.type === type) + 1);

const later = (ms: number, text: string) => (): Promise<string> =>
  new Promise((resolve) => setTimeout(() => resolve(text), ms));

const resolved = (events: RunEvent[], approved: boolean, more: object = {}): RunEvent => ({
  runId: 'run-1',
  seq: events.length + 1,
  at: 900_000,
  type: 'approval.resolved',
  callId: 's1_call_0',
  approved,
  by: 'Li',
  ...more,
});

describe('settling actions', () => {
  it('runs the tools of one step at the same time and records each when it ends', async () => {
    const tools = { slow: { run: later(40, 'slow') }, fast: { run: later(1, 'fast') } };
    const { events, run } = await play(setUp({ turns: [acts(['slow'], ['fast']), answers('x')], tools }));
    const finished = events.flatMap((event) => (event.type === 'tool.finished' ? [event.callId] : []));
    expect(finished).toEqual(['s1_call_1', 's1_call_0']);
    expect(run.steps[0]!.actions.map(({ observation }) => observation?.content)).toEqual(['slow', 'fast']);
  });

  it('runs no more tools at a time than the limit allows', async () => {
    let now = 0;
    let most = 0;
    const run = async (): Promise<string> => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      now -= 1;
      return 'x';
    };
    const calls = Array.from({ length: 7 }, (): [string] => ['look']);
    const played = setUp({
      turns: [acts(...calls), answers('x')],
      tools: { look: { run } },
      limits: { maxParallelTools: 3 },
    });
    await play(played);
    expect(played.tools.executed).toHaveLength(7);
    expect(most).toBe(3);
  });

  it('after a crash a read runs again', async () => {
    const script = () => setUp({ turns: [acts(['look']), answers('x')], tools: { look: { effect: 'read' } } });
    const { events } = await play(script());
    const resumed = setUp({ turns: [answers('x')], tools: { look: { effect: 'read' } } });
    const { run } = await play(resumed, { from: upTo(events, 'tool.started') });
    expect(resumed.tools.executed).toHaveLength(1);
    expect(run.outcome).toEqual({ status: 'answered', answer: 'x' });
  });

  describe('a write that a crash cut off', () => {
    const cut = async (): Promise<RunEvent[]> => {
      const { events } = await play(
        setUp({ turns: [acts(['pay']), answers('x')], tools: { pay: { effect: 'write' } } }),
      );
      return upTo(events, 'tool.started');
    };
    const resumed = (reconcile?: FakeTool['reconcile']): Played =>
      setUp({ turns: [answers('x')], tools: { pay: { effect: 'write', ...(reconcile && { reconcile }) } } });

    it('after a crash a write does not run again while its effect is unknown', async () => {
      const played = resumed();
      const { run } = await play(played, { from: await cut() });
      expect(played.tools.executed).toHaveLength(0);
      expect(run.steps[0]!.actions[0]!.observation).toMatchObject({
        ok: false,
        content: expect.stringContaining('unknown'),
      });
      expect(toReActResult(run).steps[0]).toMatchObject({ ok: false, effectUnknown: true });
    });

    it('has the outcome that is found', async () => {
      const keys: string[] = [];
      const found = { ok: true, content: 'paid' };
      const played = resumed((_, { idempotencyKey }) => (keys.push(idempotencyKey), found));
      const { events, run } = await play(played, { from: await cut() });
      expect(played.tools.executed).toHaveLength(0);
      expect(run.steps[0]!.actions[0]).toMatchObject({ state: 'done', observation: found });
      expect(keys).toEqual(['run-1:s1_call_0']);
      expect(fold(structuredClone(events))).toEqual(run);
    });

    it('runs now, under the same key, when it did not happen', async () => {
      const played = resumed(() => undefined);
      const { run } = await play(played, { from: await cut() });
      expect(played.tools.executed).toMatchObject([{ name: 'pay', key: 'run-1:s1_call_0' }]);
      expect(run.outcome).toEqual({ status: 'answered', answer: 'x' });
    });
  });

  it('after a crash before the reply the model is asked again', async () => {
    const { events } = await play(setUp({ turns: [answers('x')] }));
    const { run } = await play(setUp({ turns: [answers('again')] }), { from: upTo(events, 'step.started') });
    expect(run.outcome).toEqual({ status: 'answered', answer: 'again' });
    expect(run.steps).toHaveLength(1);
  });

  it('the idempotency key of a call is the same before and after a crash', async () => {
    const first = setUp({ turns: [acts(['look']), answers('x')], tools: { look: {} } });
    const { events } = await play(first);
    const second = setUp({ turns: [answers('x')], tools: { look: {} } });
    await play(second, { from: upTo(events, 'tool.started') });
    expect(second.tools.executed[0]!.key).toBe(first.tools.executed[0]!.key);
  });

  describe('with an approval', () => {
    const pay = { pay: { effect: 'write' as const, approval: true } };
    const waiting = async (): Promise<{ played: Played; events: RunEvent[] }> => {
      const played = setUp({ turns: [acts(['pay', { sum: 5 }]), answers('paid')], tools: pay });
      return { played, events: (await play(played)).events };
    };

    it('pauses before the tool and holds nothing', async () => {
      const { played, events } = await waiting();
      expect(events.at(-1)).toMatchObject({ type: 'approval.requested', callId: 's1_call_0', input: { sum: 5 } });
      expect(played.tools.executed).toHaveLength(0);
    });

    it('runs the call once it is approved', async () => {
      const { played, events } = await waiting();
      const { run } = await play(played, { from: [...events, resolved(events, true)] });
      expect(played.tools.executed).toMatchObject([{ name: 'pay', input: { sum: 5 } }]);
      expect(run.outcome).toEqual({ status: 'answered', answer: 'paid' });
    });

    it("runs the call with the reviewer's edited input", async () => {
      const { played, events } = await waiting();
      await play(played, { from: [...events, resolved(events, true, { input: { sum: 3 } })] });
      expect(played.tools.executed).toMatchObject([{ name: 'pay', input: { sum: 3 } }]);
    });

    it('a rejected call becomes an observation with the reason', async () => {
      const { played, events } = await waiting();
      const { run } = await play(played, { from: [...events, resolved(events, false, { comment: 'too much' })] });
      expect(played.tools.executed).toHaveLength(0);
      expect(run.steps[0]!.actions[0]!.observation).toEqual({ ok: false, content: 'Li rejected this call: too much' });
    });

    it('the time that a person took does not count', async () => {
      const { played, events } = await waiting();
      const later = { ...played, parts: { ...played.parts, now: () => 900_010 } };
      const { run } = await play(later, { from: [...events, resolved(events, true)] });
      expect(run.lastAt - run.startedAt).toBe(899_010);
      expect(run.activeMs).toBeLessThan(200);
    });

    it('nothing in the step runs while one of its approvals is open', async () => {
      const tools = { ...pay, look: {} };
      const played = setUp({ turns: [acts(['look'], ['pay'])], tools });
      await play(played);
      expect(played.tools.executed).toHaveLength(0);
    });
  });

  it('a cancel starts no further tool of the step and settles the one that runs', async () => {
    const controller = new AbortController();
    const run = async (): Promise<string> => {
      controller.abort(new Error('left'));
      return 'cut';
    };
    const played = setUp({
      turns: [acts(['look'], ['look'])],
      tools: { look: { run } },
      limits: { maxParallelTools: 1 },
    });
    const { run: ended } = await play(played, { signal: controller.signal });
    expect(played.tools.executed).toHaveLength(1);
    expect(ended.steps[0]!.actions.map(({ state }) => state)).toEqual(['done', 'proposed']);
    expect(ended.outcome).toEqual({ status: 'cancelled' });
  });

  it('a tool may ask the model', async () => {
    const run = async (_: object, { model }: InvokeContext): Promise<string> => {
      for await (const chunk of model.stream({ messages: [] }, new AbortController().signal))
        if ('reply' in chunk) return chunk.reply.text;
      return '';
    };
    const played = setUp({ turns: [acts(['ask']), answers('inner'), answers('outer')], tools: { ask: { run } } });
    const { run: ended } = await play(played);
    expect(ended.steps[0]!.actions[0]!.observation?.content).toContain('inner');
  });
});
