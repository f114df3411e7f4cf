import { cutToTokens, transcriptOf } from '../../src/compaction/transcript';
import { estimateTokens } from '../../src/core/estimate-tokens';
import type { Step } from '../../src/core/run';
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
    expect(transcriptOf([step(1, 'blue'), step(2, 'grey')], 1000)).toBe(
      'Step 1: so\n  look {"at":1} → blue\nStep 2: so\n  look {"at":2} → grey',
    );
  });

  it('tell of replies that could not be read, and of calls without a result', () => {
    const open = {
      ...step(2, ''),
      actions: [{ call: { id: 'c', name: 'look', input: 'x' }, state: 'started' as const }],
    };
    expect(transcriptOf([{ ...step(1, ''), decision: unreadable(), actions: [] }, open], 1000)).toBe(
      'Step 1\n  (a reply that could not be read)\nStep 2: so\n  look "x" → (no result)',
    );
  });

  it('are each cut where they would not fit, so that none is missing', () => {
    const steps = [1, 2, 3, 4].map((index) => step(index, `fact ${index} ${'z'.repeat(5000)}`));
    const text = transcriptOf(steps, 200);
    expect(estimateTokens(text)).toBeLessThanOrEqual(200);
    for (const index of [1, 2, 3, 4]) expect(text).toContain(`fact ${index} zz`);
    expect(text.split('[…]')).toHaveLength(5);
  });
});

describe('a cut', () => {
  it.each([
    ['Latin', 'word '.repeat(1000)],
    ['Chinese', '退款申请已提交'.repeat(300)],
    ['mixed', '订单 A3 已签收 '.repeat(200)],
    ['emoji', '🙂'.repeat(500)],
  ])('of %s text keeps what fits, whole characters only', (_, text) => {
    for (const tokens of [10, 11, 12, 13, 99]) {
      const cut = cutToTokens(text, tokens);
      expect(estimateTokens(cut)).toBeLessThanOrEqual(tokens);
      expect(estimateTokens(cut)).toBeGreaterThan(tokens - 4);
      expect(cut.replace(' […]', '')).not.toMatch(/[\ud800-\udbff]$/);
    }
  });

  it('leaves alone what fits', () => {
    expect(cutToTokens('twelve chars', 3)).toBe('twelve chars');
  });
});
