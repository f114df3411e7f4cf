import { ModelError, StoreError } from '../../src/core/errors';
import { runAgent } from '../../src/core/run-agent';
import type { RunEvent } from '../../src/core/run-event';
import { toReActResult } from '../../src/core/react-result';
import { fold } from '../../src/core/run';
import { malformedLimit } from '../../src/policies/malformed-limit';
import { stepLimit } from '../../src/policies/step-limit';
import { acts, answers, play, setUp, unreadable } from './script';

const types = (events: RunEvent[]): string[] => events.map(({ type }) => type);

describe('the loop', () => {
  it('goes from question over action and observation to the answer', async () => {
    const played = setUp({ turns: [acts(['look', { at: 'sky' }]), answers('blue')], tools: { look: {} } });
    const { events, run } = await play(played);
    expect(types(events)).toEqual([
      'run.started',
      'step.started',
      'model.replied',
      'tool.started',
      'tool.finished',
      'step.started',
      'model.replied',
      'run.finished',
    ]);
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(run.outcome).toEqual({ status: 'answered', answer: 'blue' });
    expect(run.usage).toMatchObject({ inputTokens: 20, outputTokens: 10 });
  });

  it('numbers calls so that an id is unique in the run', async () => {
    const played = setUp({ turns: [acts(['look'], ['look']), acts(['look']), answers('x')], tools: { look: {} } });
    const { run } = await play(played);
    expect(run.steps.flatMap(({ actions }) => actions.map(({ call }) => call.id))).toEqual([
      's1_call_0',
      's1_call_1',
      's2_call_0',
    ]);
  });

  it('an unknown tool becomes an observation and the run goes on', async () => {
    const { run } = await play(setUp({ turns: [acts(['nope']), answers('well')] }));
    expect(run.steps[0]!.actions[0]).toMatchObject({
      state: 'done',
      observation: { ok: false, content: 'Unknown tool nope' },
    });
    expect(run.outcome).toEqual({ status: 'answered', answer: 'well' });
  });

  it('an unreadable reply is a step of its own and the run goes on', async () => {
    const { run } = await play(setUp({ turns: [unreadable(), answers('well')] }));
    expect(toReActResult(run).steps).toMatchObject([
      { index: 1, step: 1, action: null, ok: false, observation: 'Nothing came.' },
    ]);
  });

  it('with maxSteps n the model is asked n times and once more for the forced answer', async () => {
    const turns = [acts(['look']), acts(['look']), answers('as far as I know')];
    const played = setUp({ turns, tools: { look: {} }, policies: [stepLimit(2)] });
    const { run } = await play(played);
    expect(played.model.requests).toHaveLength(3);
    expect(run.outcome).toEqual({ status: 'stopped', reason: 'step_limit', answer: 'as far as I know' });
    expect(toReActResult(run)).toMatchObject({
      success: false,
      totalSteps: 2,
      finalAnswer: 'as far as I know',
      failureReason: 'step_limit',
    });
  });

  it('a forced reply that asks for a tool runs none and gives no answer', async () => {
    const played = setUp({ turns: [acts(['look']), acts(['look'])], tools: { look: {} }, policies: [stepLimit(1)] });
    const { run } = await play(played);
    expect(played.tools.executed).toHaveLength(1);
    expect(run.outcome).toEqual({ status: 'stopped', reason: 'step_limit' });
    expect(toReActResult(run).totalSteps).toBe(1);
  });

  it('a provider that fails during the forced answer does not hide which limit ended the run', async () => {
    const turns = [acts(['look']), new ModelError('model_failed', 'gone')];
    const { run } = await play(setUp({ turns, tools: { look: {} }, policies: [stepLimit(1)] }));
    expect(run.outcome).toEqual({ status: 'stopped', reason: 'step_limit' });
  });

  it('unreadable replies up to the limit end the run', async () => {
    const turns = [unreadable(), unreadable(), unreadable(), unreadable()];
    const { run } = await play(setUp({ turns, policies: [malformedLimit(3)] }));
    expect(run.outcome).toEqual({ status: 'stopped', reason: 'malformed_replies' });
    expect(toReActResult(run).totalSteps).toBe(3);
  });

  it('a model failure ends the run as failed with its code', async () => {
    const error = new ModelError('model_overloaded', 'busy', { retryAfterMs: 7000 });
    const { events, run } = await play(setUp({ turns: [error] }));
    expect(run.outcome).toEqual({
      status: 'failed',
      code: 'model_overloaded',
      message: 'busy',
      retryable: true,
      retryAfterMs: 7000,
    });
    expect(events.filter(({ type }) => type === 'run.finished')).toHaveLength(1);
  });

  it('another fault on purpose is named by its code', async () => {
    const { run } = await play(setUp({ turns: [new StoreError('full')] }));
    expect(run.outcome).toEqual({ status: 'failed', code: 'store_failed', message: 'full', retryable: true });
  });

  it('a bug is recorded without its message and rethrown', async () => {
    const { parts, start } = setUp({ turns: [new TypeError('secret path')] });
    const seen: RunEvent[] = [];
    const pull = async (): Promise<void> => {
      for await (const event of runAgent(fold([start]), parts, new AbortController().signal)) seen.push(event);
    };
    await expect(pull()).rejects.toThrow('secret path');
    expect(seen.at(-1)).toMatchObject({ type: 'run.finished', outcome: { status: 'failed', code: 'internal' } });
    expect(JSON.stringify(seen)).not.toContain('secret path');
  });

  it('a model that ends without a reply is a bug of that model, not an answer', async () => {
    const { parts, start } = setUp({ turns: [] });
    const silent = { ...parts, model: { name: 'silent', stream: async function* () {} } };
    await expect(play({ parts: silent, start })).rejects.toThrow('silent ended its stream without a reply');
  });

  it('cancel in the middle of a model call ends as cancelled', async () => {
    const controller = new AbortController();
    const hangs = (signal: AbortSignal): Promise<never> =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        controller.abort(new Error('left'));
      });
    const { run } = await play(setUp({ turns: [hangs] }), { signal: controller.signal });
    expect(run.outcome).toEqual({ status: 'cancelled' });
  });

  it('the deadline in the middle of a model call ends as stopped by the deadline', async () => {
    const controller = new AbortController();
    const hangs = async (): Promise<never> => {
      controller.abort(new DOMException('late', 'TimeoutError'));
      throw new Error('aborted');
    };
    const { run } = await play(setUp({ turns: [hangs] }), { signal: controller.signal });
    expect(run.outcome).toEqual({ status: 'stopped', reason: 'deadline' });
  });

  it('a run cancelled before it began asks no model', async () => {
    const played = setUp({ turns: [answers('never')] });
    const { run } = await play(played, { signal: AbortSignal.abort(new Error('left')) });
    expect(run.outcome).toEqual({ status: 'cancelled' });
    expect(played.model.requests).toHaveLength(0);
  });

  it('previews carry the number of the last fact and are no facts themselves', async () => {
    const { parts, start } = setUp({ turns: [answers('x')] });
    const splitter = () => ({
      push: () => [{ channel: 'answer' as const, text: 'x' }],
      end: () => [{ channel: 'answer' as const, text: '!' }],
    });
    const previews: RunEvent[] = [];
    for await (const event of runAgent(fold([start]), { ...parts, splitter }, new AbortController().signal)) {
      if (event.type === 'text.delta') previews.push(event);
    }
    expect(previews).toMatchObject([
      { seq: 2, step: 1, channel: 'answer', text: 'x' },
      { seq: 2, step: 1, channel: 'answer', text: '!' },
    ]);
  });

  it('a finished run does nothing more', async () => {
    const { events } = await play(setUp({ turns: [answers('x')] }));
    const again = await play(setUp({ turns: [answers('y')] }), { from: events });
    expect(again.events).toEqual(events);
  });
});
