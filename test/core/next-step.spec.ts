import type { Compaction } from '../../src/core/compactor';
import { ModelError } from '../../src/core/errors';
import { NO_USAGE } from '../../src/core/model';
import { fold } from '../../src/core/run';
import type { RunEvent } from '../../src/core/run-event';
import { stepLimit } from '../../src/policies/step-limit';
import { acts, answers, play, setUp } from './script';

const refusal = (): ModelError => new ModelError('model_failed', 'takes no tools', { status: 400, refused: 'tools' });
const started = (events: RunEvent[]): object[] =>
  events.flatMap((event) => {
    if (event.type !== 'step.started') return [];
    const { runId: _runId, seq: _seq, at: _at, type: _type, ...asked } = event;
    return [asked];
  });

describe('a protocol that the provider refuses', () => {
  it('is left for the next one within the same step', async () => {
    let takesTools = true;
    const played = setUp({
      turns: [acts(['look']), refusal(), answers('blue')],
      tools: { look: {} },
      parts: { protocol: () => (takesTools ? 'native' : 'json') },
    });
    const { model } = played;
    const stream = model.stream.bind(model);
    model.stream = async function* (request, signal) {
      try {
        yield* stream(request, signal);
      } catch (error) {
        takesTools = false;
        throw error;
      }
    };
    const { events, run } = await play(played);
    expect(started(events)).toEqual([
      { step: 1, protocol: 'native' },
      { step: 2, protocol: 'native' },
      { step: 2, protocol: 'json' },
    ]);
    expect(run.steps.map(({ index, protocol }) => [index, protocol])).toEqual([
      [1, 'native'],
      [2, 'json'],
    ]);
    expect(run.outcome).toEqual({ status: 'answered', answer: 'blue' });
  });

  it('ends the run where there is no other', async () => {
    const { events, run } = await play(setUp({ turns: [refusal()] }));
    expect(started(events)).toHaveLength(1);
    expect(run.outcome).toEqual({
      status: 'failed',
      code: 'model_failed',
      message: 'takes no tools',
      retryable: false,
    });
  });
});

describe('a nudge', () => {
  const nudge = () => ({ hint: 'same_action', withheld: ['look'] });

  it('is told by step.started, and kept in the step', async () => {
    const played = setUp({ turns: [acts(['peek']), answers('x')], tools: { peek: {} }, parts: { nudge } });
    const { events, run } = await play(played);
    const told = { hint: 'same_action', withheld: ['look'] };
    expect(started(events)[0]).toEqual({ step: 1, protocol: 'json-decisions', ...told });
    expect(run.steps[0]).toMatchObject(told);
  });

  it('is not given with a forced answer, where there is nothing to choose', async () => {
    const { events } = await play(setUp({ turns: [answers('x')], policies: [stepLimit(0)], parts: { nudge } }));
    expect(started(events)).toEqual([{ step: 1, protocol: 'json-decisions', forced: 'step_limit' }]);
  });
});

describe('a compaction', () => {
  const summary: Compaction = { throughStep: 1, summary: 's', usage: { ...NO_USAGE, inputTokens: 7 } };

  it('is recorded before the step that needs it, and its tokens count', async () => {
    const turns = [acts(['look']), acts(['look']), answers('x')];
    const played = setUp({
      turns,
      tools: { look: {} },
      parts: { compact: async ({ steps }) => (steps.length === 2 ? summary : undefined) },
    });
    const { events, run } = await play(played);
    const at = events.findIndex(({ type }) => type === 'context.compacted');
    expect(events[at + 1]).toMatchObject({ type: 'step.started', step: 3 });
    expect(run.summary).toEqual({ throughStep: 1, text: 's', madeAfter: 2 });
    expect(run.usage.inputTokens).toBe(37);
    expect(fold(structuredClone(events))).toEqual(run);
  });

  it('that is cancelled ends the run as cancelled', async () => {
    const controller = new AbortController();
    const compact = async (_: unknown, signal: AbortSignal): Promise<never> => {
      controller.abort(new Error('left'));
      throw signal.reason;
    };
    const played = setUp({ turns: [answers('never')], parts: { compact } });
    const { run } = await play(played, { signal: controller.signal });
    expect(run.outcome).toEqual({ status: 'cancelled' });
    expect(played.model.requests).toHaveLength(0);
  });
});
