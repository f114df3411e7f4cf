import { apply, fold } from '../../src/core/run';
import { toReActResult } from '../../src/core/react-result';
import type { RunEvent } from '../../src/core/run-event';
import { acts, answers, play, setUp, startEvent } from './script';

const event = (seq: number, at: number, fact: object): RunEvent => ({ runId: 'run-1', seq, at, ...fact }) as RunEvent;

describe('folding', () => {
  it('needs the start', () => {
    expect(() => fold([])).toThrow('run.started');
    expect(() => fold([event(2, 1, { type: 'step.started', step: 1, protocol: 'text' })])).toThrow(
      'before run.started',
    );
  });

  it('gives the same run for the same events, however often', async () => {
    const { events, run } = await play(setUp({ turns: [acts(['look']), answers('x')], tools: { look: {} } }));
    expect(fold(events)).toEqual(run);
    expect(fold(structuredClone(events))).toEqual(run);
  });

  it('does not change the run that it is given', () => {
    const before = fold([startEvent()]);
    const copy = structuredClone(before);
    apply(before, event(2, 2_000, { type: 'step.started', step: 1, protocol: 'text' }));
    expect(before).toEqual(copy);
  });

  it('a preview changes nothing', () => {
    const run = fold([startEvent()]);
    expect(apply(run, event(1, 9, { type: 'text.delta', step: 1, channel: 'answer', text: 'x' }))).toBe(run);
  });

  it('refuses a fact about a call before there is a step', () => {
    expect(() =>
      fold([startEvent(), event(2, 1, { type: 'tool.started', callId: 'c', input: {}, effect: 'read' })]),
    ).toThrow('before the first step');
  });

  it('a clock that jumps back does not give active time back', () => {
    const first = event(2, 1_000, { type: 'step.started', step: 1, protocol: 'text' });
    const run = fold([startEvent(), first, event(3, 1_500, { type: 'step.started', step: 1, protocol: 'text' })]);
    const back = apply(run, event(4, 200, { type: 'step.started', step: 1, protocol: 'text' }));
    expect(back.activeMs).toBe(500);
  });

  it('the time before the first step is a queue’s, and does not count', () => {
    const first = event(2, 600_000, { type: 'step.started', step: 1, protocol: 'text' });
    const second = event(3, 600_250, { type: 'step.started', step: 2, protocol: 'text' });
    expect(fold([startEvent(), first]).activeMs).toBe(0);
    expect(fold([startEvent(), first, second]).activeMs).toBe(250);
  });

  it('a summary of old steps is kept, and its tokens count', () => {
    const usage = { inputTokens: 3, outputTokens: 4, cachedInputTokens: 1, estimated: true };
    const run = apply(
      fold([startEvent()]),
      event(2, 2_000, { type: 'context.compacted', throughStep: 3, summary: 's', usage }),
    );
    expect(run.summary).toEqual({ throughStep: 3, text: 's', madeAfter: 0 });
    expect(run.usage).toEqual(usage);
  });
});

describe('the result', () => {
  it('has a row per action, with the times and tokens of a step on its first row', async () => {
    const tools = { look: {}, peek: {} };
    const { run } = await play(setUp({ turns: [acts(['look', { at: 'sky' }], ['peek']), answers('x')], tools }));
    const result = toReActResult(run);
    expect(result.steps).toMatchObject([
      {
        index: 1,
        step: 1,
        callId: 's1_call_0',
        thought: 'so',
        action: 'look',
        actionInput: { at: 'sky' },
        observation: 'look ran',
        ok: true,
        modelMs: 10,
      },
      { index: 2, step: 1, callId: 's1_call_1', action: 'peek', modelMs: 0, usage: null },
    ]);
    expect(result.steps[0]!.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 });
    expect(result).toMatchObject({
      totalSteps: 2,
      success: true,
      status: 'answered',
      finalThought: 'done',
      failureReason: null,
    });
  });

  it('shows the input as the model wrote it beside the validated one', async () => {
    const { run } = await play(setUp({ turns: [acts(['nope', 'raw text']), answers('x')] }));
    expect(toReActResult(run).steps[0]).toMatchObject({ rawInput: 'raw text', actionInput: null, ok: false });
  });

  it('while a run goes on it says running, and what is known', () => {
    const run = fold([startEvent(), event(2, 1_500, { type: 'step.started', step: 1, protocol: 'text' })]);
    expect(toReActResult(run)).toMatchObject({
      status: 'running',
      finalAnswer: null,
      success: false,
      steps: [],
      durationMs: 500,
    });
  });

  it('while a person is awaited it lists what to decide', async () => {
    const tools = { pay: { effect: 'write' as const, approval: true } };
    const { run } = await play(setUp({ turns: [acts(['pay', { sum: 5 }])], tools }));
    expect(toReActResult(run)).toMatchObject({
      status: 'waiting',
      pendingApprovals: [{ callId: 's1_call_0', tool: 'pay', input: { sum: 5 } }],
    });
  });

  it.each([
    [{ status: 'failed', code: 'model_failed', message: 'm' }, 'model_failed'],
    [{ status: 'cancelled' }, 'cancelled'],
    [{ status: 'stopped', reason: 'idle' }, 'idle'],
  ])('of %j names the reason', (outcome, failureReason) => {
    const run = fold([startEvent(), event(2, 1_500, { type: 'run.finished', outcome })]);
    expect(toReActResult(run)).toMatchObject({ failureReason, finalAnswer: null, success: false });
  });
});
