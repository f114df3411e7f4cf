import { transcriptOf } from '../../src/compaction/transcript';
import type { Step } from '../../src/core/run';
import { counterOf, ROUGH } from '../../src/tokens/counters';
import { acts, unreadable } from '../core/script';

const step = (index: number, content: string): Step => ({
  ...{ index, protocol: 'text', startedAt: 0, repliedAt: 0, text: '' },
  usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, estimated: false },
  decision: acts(['look', { at: index }]),
  actions: [
    {
      call: { id: `s${index}_call_0`, name: 'look', input: { at: index } },
      state: 'done',
      observation: { ok: true, content },
    },
  ],
});

describe('steps as text', () => {
  it('tell thought, tool, input and observation', () => {
    expect(transcriptOf([step(1, 'blue'), step(2, 'grey')], 1000, ROUGH.count)).toBe(
      'Step 1: so\n  look {"at":1} → blue\nStep 2: so\n  look {"at":2} → grey',
    );
  });

  it('tell of replies that could not be read, and of calls without a result', () => {
    const open = {
      ...step(2, ''),
      actions: [{ call: { id: 'c', name: 'look', input: 'x' }, state: 'started' as const }],
    };
    expect(transcriptOf([{ ...step(1, ''), decision: unreadable(), actions: [] }, open], 1000, ROUGH.count)).toBe(
      'Step 1\n  (a reply that could not be read)\nStep 2: so\n  look "x" → (no result)',
    );
  });

  it.each([
    ['roughly', ROUGH],
    ['by the tokenizer', counterOf('gpt-4o')],
  ])('are each cut where they would not fit, so that none is missing, counted %s', (_, { count }) => {
    const steps = [1, 2, 3, 4].map((index) => step(index, `fact ${index} ${'zz0 '.repeat(1000)}`));
    const text = transcriptOf(steps, 200, count);
    expect(count(text)).toBeLessThanOrEqual(200);
    expect(count(text)).toBeGreaterThan(170);
    for (const index of [1, 2, 3, 4]) expect(text).toContain(`fact ${index} zz0`);
    expect(text.split('[…]')).toHaveLength(5);
  });
});
