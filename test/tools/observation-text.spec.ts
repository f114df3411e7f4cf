import { Decimal } from 'decimal.js';
import { observationOf } from '../../src/tools/observation-text';
import { TOOL_SENTENCES } from '../../src/tools/tool-sentences';

const observe = (result: unknown, maxChars = 8_000): ReturnType<typeof observationOf> =>
  observationOf(true, result, maxChars, TOOL_SENTENCES.en);
const text = (result: unknown): string => observe(result).content;

describe('the text of a result', () => {
  const plain: unknown[] = [
    {},
    [],
    { a: 1, b: 'x"y\n', c: null, d: [true, false], e: undefined, f: () => 1, g: Symbol('s') },
    [undefined, () => 1, Symbol('s'), NaN, Infinity, -0, 1e21],
    { nested: { deep: [{ list: [[], {}] }] } },
    new Date(0),
    { at: new Date(0), not: new Date(NaN) },
    Object.assign(Object.create(null) as object, { a: 1 }),
    { 'key "quoted"': '中文 🌧' },
    [new Number(1), new String('s'), new Boolean(false)],
    { long: 'é"\\'.repeat(20_000) },
    { price: new Decimal('1.50') },
    true,
    null,
    3.5,
  ];
  it.each(plain.map((value) => [JSON.stringify(value).slice(0, 40), value]))('is JSON for %s', (_json, value) => {
    expect(observationOf(true, value, 1_000_000, TOOL_SENTENCES.en).content).toBe(JSON.stringify(value));
  });

  const circle: Record<string, unknown> = { name: 'a' };
  circle.self = circle;
  const twice = { x: 1 };
  const throwing = {
    toJSON: () => {
      throw new Error('no');
    },
  };
  const halfBroken = {
    ok: 1,
    get bad(): never {
      throw new Error('no');
    },
  };
  const endless = (): object => ({ toJSON: () => ({ next: endless(), other: endless() }) });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  const rows: [string, unknown, string][] = [
    ['a string', 'as it is', 'as it is'],
    ['undefined', undefined, '(no result)'],
    ['an empty string', '', '(no result)'],
    ['NaN', NaN, 'NaN'],
    ['a BigInt', 10n ** 20n, '100000000000000000000'],
    ['a BigInt inside', { id: 10n ** 20n }, '{"id":"100000000000000000000"}'],
    ['a function', () => 1, '[function]'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['a circle', circle, '{"name":"a","self":"[circular]"}'],
    ['one object twice', [twice, twice], '[{"x":1},{"x":1}]'],
    ['a buffer', Buffer.alloc(70_000), '"[binary data, 70000 bytes]"'],
    ['an array of bytes inside', { data: new Uint8Array(3) }, '{"data":"[binary data, 3 bytes]"}'],
    ['a throwing toJSON', throwing, '"[unreadable]"'],
    ['a throwing toJSON inside', { a: throwing, b: 1 }, '{"a":"[unreadable]","b":1}'],
    ['a throwing getter', halfBroken, '{"ok":1,"bad":"[unreadable]"}'],
    ['a revoked proxy', { proxy }, '{"proxy":"[unreadable]"}'],
    ['a map', new Map([['a', 1]]), '{"a":1}'],
    ['a map with other keys', new Map([[1, 'x']]), '[[1,"x"]]'],
    ['a set', new Set([1, 'a']), '[1,"a"]'],
    ['an error', new TypeError('bad'), '{"name":"TypeError","message":"bad"}'],
    ['NUL and half surrogate pairs', 'a\0b\ud800c', 'a\ufffdb\ufffdc'],
  ];
  it.each(rows)('is safe for %s (T03)', (_kind, value, expected) => {
    expect(text(value)).toBe(expected);
    expect(JSON.parse(JSON.stringify(observe(value)))).toEqual(observe(value));
  });

  it('ends for a result that never ends', () => {
    expect(text(endless()).length).toBeLessThanOrEqual(8_000);
  });
});

describe('a long result (T04)', () => {
  it('stays whole at the bound and is cut one character later', () => {
    expect(observe('x'.repeat(1_000), 1_000)).toEqual({ ok: true, content: 'x'.repeat(1_000) });
    const cut = observe('x'.repeat(1_001), 1_000);
    expect(cut.fullLength).toBe(1_001);
    expect(cut.content.length).toBeLessThanOrEqual(1_000);
  });

  it('keeps its beginning and its end, with the whole length between them', () => {
    const { content, fullLength } = observe(`BEGIN${'x'.repeat(50_000)}END`, 1_000);
    expect(fullLength).toBe(50_008);
    const [, head, left, full, tail] = /^(BEGINx+)\n\[… (\d+) of (\d+) characters left out …\]\n(x+END)$/.exec(
      content,
    )!;
    expect(full).toBe('50008');
    expect(head!.length + Number(left) + tail!.length).toBe(50_008);
    expect(head!.length).toBeGreaterThan(2 * tail!.length);
  });

  it('says so in Chinese', () => {
    const { content } = observationOf(true, '字'.repeat(20_000), 500, TOOL_SENTENCES.zh);
    expect(content).toMatch(/\[…… 共 20000 个字符，此处省略 \d+ 个 ……\]/);
  });

  it('is never cut inside a character', () => {
    for (let shift = 0; shift < 4; shift++) {
      const { content } = observe('a'.repeat(shift) + '🌧'.repeat(5_000), 601);
      expect(content).not.toContain('\ufffd');
      expect(Buffer.from(content, 'utf8').toString('utf8')).toBe(content);
    }
  });

  it('of 50 MB costs little memory, as text and as an object', () => {
    const megabyte = 'data '.repeat(200_000);
    const rows = Array.from({ length: 50 }, (_, index) => ({ index, megabyte }));
    const before = process.memoryUsage().rss;
    const asObject = observe(rows);
    const asText = observe(megabyte.repeat(50));
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    expect(asObject.content.length).toBeLessThanOrEqual(8_000);
    expect(asObject.fullLength).toBe(JSON.stringify(rows).length);
    expect(asText.fullLength).toBe(50_000_000);
    expect(asText.content.endsWith('data ')).toBe(true);
  });

  it('takes at most 64 KiB at the highest bound, in any script', () => {
    expect(Buffer.byteLength(observe('字'.repeat(100_000), 21_000).content)).toBeLessThanOrEqual(65_536);
  });

  it('in many small pieces keeps the right end', () => {
    const { content, fullLength } = observe(
      Array.from({ length: 20_000 }, (_, index) => index),
      600,
    );
    expect(content.endsWith('19998,19999]')).toBe(true);
    expect(fullLength).toBe(JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index)).length);
  });
});
