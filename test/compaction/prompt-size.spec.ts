import type { Run } from '../../src/core/run';
import { fold } from '../../src/core/run';
import { tokenRatio, totalOf } from '../../src/compaction/prompt-size';
import { answers, startEvent } from '../core/script';

interface Reported {
  readonly inputTokens: number;
  readonly estimated?: boolean;
  readonly protocol?: string;
}

const runWith = (steps: Reported[], summary?: Run['summary']): Run => ({
  ...fold([startEvent()]),
  ...(summary && { summary }),
  steps: steps.map(({ inputTokens, estimated = false, protocol = 'text' }, order) => ({
    ...{ index: order + 1, startedAt: 0, repliedAt: 0, text: '', actions: [], protocol },
    usage: { inputTokens, outputTokens: 1, cachedInputTokens: 0, estimated },
    decision: answers('x'),
  })),
});

const size = { head: 100, summary: 0, steps: [50, 50, 50] };

it('the whole of a prompt is the sum of its parts', () => {
  expect(totalOf({ head: 100, summary: 20, steps: [0, 5, 6] })).toBe(131);
});

describe('tokens for an estimated one', () => {
  it.each<[string, Reported[], number]>([
    ['1 before any call', [], 1],
    ['what the first call reported for its prompt', [{ inputTokens: 150 }], 1.5],
    ['what the last call reported for its prompt', [{ inputTokens: 150 }, { inputTokens: 120 }], 0.8],
    ['not what was an estimate itself', [{ inputTokens: 150 }, { inputTokens: 999, estimated: true }], 1.5],
    ['not a figure of 0', [{ inputTokens: 150 }, { inputTokens: 0 }], 1.5],
    ['not what was spelled otherwise', [{ inputTokens: 150 }, { inputTokens: 600, protocol: 'native' }], 1.5],
    ['half at the least', [{ inputTokens: 1 }], 0.5],
    ['four at the most', [{ inputTokens: 100_000 }], 4],
  ])('%s', (_, steps, ratio) => {
    expect(tokenRatio(runWith(steps), size, 'text')).toBe(ratio);
  });

  it('is unknown after a summary until the next call, whose prompt shows it', () => {
    const summary = { throughStep: 1, text: 's', madeAfter: 2 };
    const shown = { head: 100, summary: 20, steps: [0, 50, 50] };
    const before = [{ inputTokens: 150 }, { inputTokens: 200 }];
    expect(tokenRatio(runWith(before, summary), shown, 'text')).toBe(1);
    expect(tokenRatio(runWith([...before, { inputTokens: 340 }], summary), shown, 'text')).toBe(2);
  });
});
