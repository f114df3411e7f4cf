import type * as GptTokenizer from 'gpt-tokenizer';
import { counterOf } from '../../src/tokens/counters';

/** What the tokenizer was given to read. */
const pieces: string[] = [];

jest.mock('gpt-tokenizer/encoding/o200k_base', () => {
  const tokenizer: typeof GptTokenizer = jest.requireActual('gpt-tokenizer/encoding/o200k_base');
  const countTokens: typeof tokenizer.countTokens = (text, options) => {
    pieces.push(text as string);
    return tokenizer.countTokens(text, options);
  };
  return { ...tokenizer, countTokens };
});

const { count } = counterOf('gpt-4o');
const chineseOf = (bytes: number): string =>
  '您好，订单 A1234 已于六月三十日发出，预计三天内送达；如需退款请在七天内申请。'
    .repeat(bytes / 80)
    .slice(0, bytes / 3);

describe('a text that is too long to be read whole', () => {
  beforeEach(() => void pieces.splice(0));

  it.each([
    ['1 MB of one character', 'a'.repeat(1024 * 1024)],
    ['1 MB of spaces', ' '.repeat(1024 * 1024)],
    ['64 KB of Chinese', chineseOf(64 * 1024)],
    ['1 MB of Chinese without a break', '退款申请已提交订单签收物流'.repeat(27_000)],
    ['1 MB of emoji', '🙂'.repeat(256 * 1024)],
  ])('is read in short pieces, and of them so many: %s', (_, text) => {
    count(text);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(256);
    expect(pieces.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(16_384);
  });

  it('is estimated from the pieces that are read', () => {
    expect(count('a'.repeat(1024 * 1024))).toBe((1024 * 1024) / 8);
    const [whole, longer] = [chineseOf(48 * 1024), chineseOf(64 * 1024)];
    const perChar = count(whole) / whole.length;
    expect(count(longer) / longer.length).toBeCloseTo(perChar, 2);
  });

  it('is read in all its parts, not at its beginning alone', () => {
    const half = 'word '.repeat(20_000);
    const mixed = count(half + '龘靐'.repeat(50_000));
    expect(mixed).toBeGreaterThan(count(half) + 100_000);
  });
});

it('up to 16,384 characters a text is read whole, whatever it is cut in', () => {
  const text = 'Where is order A1? '.repeat(900).slice(0, 16_384);
  pieces.splice(0);
  count(text);
  expect(pieces.join('')).toBe(text);
});
