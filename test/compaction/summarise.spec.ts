import { ModelError } from '../../src/core/errors';
import { fold, type Run, type Step } from '../../src/core/run';
import { summariser, type SummariserParts } from '../../src/compaction/summarise';
import { ROUGH } from '../../src/tokens/counters';
import { ScriptedModel, type ScriptedStep } from '../../src/models/scripted.model';
import { acts, startEvent } from '../core/script';

const STEP_TOKENS = 100;

const step = (index: number, content = `fact ${index}`): Step => ({
  ...{ index, protocol: 'text', startedAt: 0, repliedAt: 0, text: '' },
  usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, estimated: true },
  decision: acts(['look', { at: index }]),
  actions: [
    {
      call: { id: `s${index}_call_0`, name: 'look', input: { at: index } },
      state: 'done',
      observation: { ok: true, content },
    },
  ],
});

interface Setup extends Partial<Omit<SummariserParts, 'model'>> {
  readonly steps: number;
  readonly head?: number;
  readonly sizes?: readonly number[];
  readonly summary?: Run['summary'];
  readonly limits?: Parameters<typeof startEvent>[0];
}

/** Ten steps of 100 tokens pass the limit of 1,000 once the head is there. */
function setUp(script: ScriptedStep[], { steps, head = 100, sizes, summary, limits, ...parts }: Setup) {
  const model = new ScriptedModel(script);
  const run: Run = {
    ...fold([startEvent(limits)]),
    steps: Array.from({ length: steps }, (_, order) => step(order + 1)),
    ...(summary && { summary }),
  };
  const compact = summariser({
    model,
    contextTokens: 1200,
    protocol: () => 'text',
    counter: () => ROUGH,
    size: ({ steps: all, summary: made }) => ({
      head,
      summary: made ? 50 : 0,
      steps: sizes ?? all.map(({ index }) => (made && index <= made.throughStep ? 0 : STEP_TOKENS)),
    }),
    prompt: (_, notes, maxTokens) => [{ role: 'user', content: `in ${maxTokens}: ${notes}` }],
    read: ({ text }) => text,
    ...parts,
  });
  return { model, compact: (signal = new AbortController().signal) => compact(run, signal) };
}

describe('old steps', () => {
  it.each([
    [9, false],
    [10, true],
  ])('are summarised when the prompt would pass the limit: %i steps, %s', async (steps, isDone) => {
    const { compact, model } = setUp(['short'], { steps });
    expect((await compact()) !== undefined).toBe(isDone);
    expect(model.requests).toHaveLength(isDone ? 1 : 0);
  });

  it('go, the latest stay', async () => {
    const { compact, model } = setUp(['short'], { steps: 12 });
    expect(await compact()).toMatchObject({
      throughStep: 9,
      summary: 'short',
      usage: { inputTokens: 10, outputTokens: 5 },
    });
    const asked = model.requests[0]!.messages[0]!.content;
    expect(asked).toMatch(/^in 250: Step 1: so/);
    expect(asked).toContain('fact 9');
    expect(asked).not.toContain('fact 10');
  });

  it('are told together with the summary of still older ones', async () => {
    const summary = { throughStep: 5, text: 'what was before', madeAfter: 8 };
    const { compact, model } = setUp(['short'], { steps: 16, summary });
    expect((await compact())?.throughStep).toBeGreaterThan(5);
    expect(model.requests[0]!.messages[0]!.content).toMatch(/^in 250: what was before\nStep 6: so/);
  });

  it.each<[string, Setup]>([
    ['the step that is still to be read', { steps: 1, sizes: [5000] }],
    ['the only step after the summary', { steps: 6, summary: { throughStep: 5, text: 's', madeAfter: 5 }, head: 2000 }],
    ['steps that would win too little for the price of a call', { steps: 2, sizes: [10, 3000] }],
    [
      'steps after which nothing is left',
      { steps: 3, summary: { throughStep: 3, text: 's', madeAfter: 3 }, head: 2000 },
    ],
  ])('are not: %s', async (_, setup) => {
    const { compact, model } = setUp([], setup);
    expect(await compact()).toBeUndefined();
    expect(model.requests).toHaveLength(0);
  });
});

describe('a summary', () => {
  it('is cut to a quarter of the context', async () => {
    const { compact } = setUp(['long '.repeat(2000)], { steps: 12 });
    expect((await compact())?.summary.length).toBeLessThanOrEqual(1000);
  });

  it.each<[string, ScriptedStep, string]>([
    ['that the provider fails to give', new ModelError('model_overloaded', 'busy'), 'model_overloaded'],
    ['of nothing', '  ', 'model_bad_reply'],
    ['that the provider filtered', { text: 'half of', finishReason: 'content_filter' }, 'model_bad_reply'],
  ])('%s is replaced by the beginnings of the steps', async (_, reply, fault) => {
    const { compact } = setUp([reply], { steps: 12 });
    const compaction = await compact();
    expect(compaction).toMatchObject({ throughStep: 9, fault });
    for (let at = 1; at <= 9; at++) expect(compaction?.summary).toContain(`fact ${at}`);
  });

  it('that takes longer than the run has left is given up in time for the answer', async () => {
    const { compact, model } = setUp([], { steps: 12, limits: { deadlineMs: 50 } });
    model.stream = async function* (_, signal) {
      yield { text: 'half of' };
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    };
    expect(await compact()).toMatchObject({ throughStep: 9, fault: 'model_timeout' });
  });

  it('that is cancelled throws the reason', async () => {
    const controller = new AbortController();
    const reason = new Error('left');
    const { compact } = setUp([() => (controller.abort(reason), 'never')], { steps: 12 });
    await expect(compact(controller.signal)).rejects.toBe(reason);
  });

  it('does not hide a bug', async () => {
    const { compact } = setUp([new TypeError('bug')], { steps: 12 });
    await expect(compact()).rejects.toThrow('bug');
  });
});
