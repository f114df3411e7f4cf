import { counterOf, ROUGH } from '../../src/tokens/counters';
import { firstTokens } from '../../src/tokens/first-tokens';

const TEXTS = {
  Latin: 'word '.repeat(1000),
  Chinese: '退款申请已提交'.repeat(300),
  mixed: '订单 A3 已签收 '.repeat(200),
  emoji: '🙂'.repeat(500),
  codes: 'b0x-7f3 '.repeat(400),
};

describe.each([
  ['roughly', ROUGH.count],
  ['by the tokenizer', counterOf('gpt-4o').count],
])('the beginning of a text, counted %s', (_, count) => {
  it.each(Object.entries(TEXTS))('keeps what fits, whole characters only: %s', (_name, text) => {
    for (const tokens of [10, 11, 12, 13, 99, 400]) {
      const cut = firstTokens(text, tokens, count, ' […]');
      expect(count(cut)).toBeLessThanOrEqual(tokens);
      expect(count(cut)).toBeGreaterThan(tokens - 8);
      expect(cut.endsWith(' […]')).toBe(true);
      expect(text.startsWith(cut.slice(0, -4))).toBe(true);
      expect(cut.slice(0, -4)).not.toMatch(/[\ud800-\udbff]$/);
    }
  });

  it('is the whole text where that fits, to the token', () => {
    for (const text of Object.values(TEXTS)) {
      expect(firstTokens(text, count(text), count, '…')).toBe(text);
      expect(firstTokens(text, count(text) - 1, count, '…')).not.toBe(text);
    }
  });

  it.each([0, 1, -5])('is nothing where not even a character fits: %i tokens', (tokens) => {
    expect(firstTokens('退款申请', tokens, count, '…')).toBe('');
  });
});
