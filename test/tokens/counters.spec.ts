import { counterOf, ROUGH, UPPER_BOUND } from '../../src/tokens/counters';

const NEWER = counterOf('gpt-4o');
const OLDER = counterOf('gpt-4');

/** Texts that vocabularies split in the most pieces, and such as runs have. */
const TEXTS: Record<string, string> = {
  nothing: '',
  English: 'Your order left the warehouse yesterday and will arrive within three days.',
  Chinese: '您的订单昨天已从仓库发出，预计三天之内送达。',
  'rare characters': '龘靐齉爩鱻麤灪',
  emoji: '🧑🏽‍🚀🏴󠁧󠁢󠁷󠁬󠁳󠁿🙂',
  numbers: '8823104417265530',
  'a key': 'Zx9-qK_7vB.2wLpR0tYc',
  JSON: '{"order":"A3","items":[{"sku":"b0x","n":2}]}',
  Thai: 'คำสั่งซื้อของคุณถูกส่งแล้ว',
  'half a character': 'x\ud83d',
  'control characters': '\u0000\u0001\u0002',
};

describe('tokens', () => {
  it.each([
    ['hello world', 2, 2],
    ['Your order left the warehouse yesterday and will arrive within three days.', 13, 13],
    ['您的订单昨天已从仓库发出，预计三天之内送达。', 18, 23],
  ])('of %j are those of the published vocabularies', (text, newer, older) => {
    expect([NEWER.count(text), OLDER.count(text)]).toEqual([newer, older]);
  });

  it('of words that mean something to a model are those of the text', () => {
    expect(NEWER.count('<|endoftext|> and <|im_start|>system')).toBeGreaterThan(10);
  });

  it.each(Object.entries(TEXTS))('are never more than the upper bound: %s', (_, text) => {
    for (const { count } of [NEWER, OLDER]) {
      expect(count(text)).toBeLessThanOrEqual(UPPER_BOUND.count(text));
      expect(count(text.repeat(200))).toBeLessThanOrEqual(UPPER_BOUND.count(text.repeat(200)));
    }
  });
});

describe('tokens of a prompt', () => {
  const specs = [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }] as const;

  it.each([
    ['roughly', ROUGH],
    ['by a tokenizer', NEWER],
    ['at most', UPPER_BOUND],
  ])('are those of its messages, calls and tools, %s', (_, counter) => {
    const calls = [{ id: 'c', name: 'look', input: { order: 'A1' } }];
    const plain = counter.messages([{ role: 'user', content: 'Where is A1?' }]);
    const calling = counter.messages([{ role: 'assistant', content: 'Where is A1?', calls }]);
    expect(plain).toBe(4 + counter.count('Where is A1?'));
    expect(calling).toBe(plain + counter.count('[["look",{"order":"A1"}]]'));
    expect(counter.tools(specs as never)).toBe(counter.count('[["look","Looks.",{"type":"object"}]]'));
    expect(counter.tools(undefined)).toBe(0);
  });
});
