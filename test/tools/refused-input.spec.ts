import { Search, Weather, Order, Refund, Tags, Count, Body, Basket, Nothing, read } from './inputs';

const rule = (path: string, text: string, got: string): object => ({ kind: 'rule', path, rule: text, got });

const refused: [string, new () => object, unknown, object[]][] = [
  [
    'half a JSON object',
    Refund,
    '{"orderId": "A1", "rea',
    [{ kind: 'cut', got: '"{\\"orderId\\": \\"A1\\", \\"rea"' }],
  ],
  [
    'half a string inside a closed object',
    Refund,
    '{"orderId": "A1}',
    [{ kind: 'unreadable', got: '"{\\"orderId\\": \\"A1}"' }],
  ],
  ['half a JSON object for a one-field tool', Search, '{"query": "a', [{ kind: 'cut', got: '"{\\"query\\": \\"a"' }]],
  ['bare text for two required fields', Refund, 'A1 too loud', [{ kind: 'unreadable', got: '"A1 too loud"' }]],
  [
    'a pair that is no field',
    Refund,
    'orderId=A1, planet=Mars, reason=x',
    [{ kind: 'unreadable', got: '"orderId=A1, planet=Mars, reason=x"' }],
  ],
  ['a field twice', Refund, 'orderId=A1, orderId=A2', [{ kind: 'unreadable', got: '"orderId=A1, orderId=A2"' }]],
  ['nothing for a required field', Search, '', [{ kind: 'missing', path: 'query', expected: 'string' }]],
  ['null for a required field', Search, { query: null }, [{ kind: 'missing', path: 'query', expected: 'string' }]],
  [
    'an unknown field',
    Weather,
    { city: 'x', town: 'y' },
    [{ kind: 'unknown', path: 'town', fields: ['city', 'days'] }],
  ],
  ['a field for a tool without fields', Nothing, { zone: 'x' }, [{ kind: 'unknown', path: 'zone', fields: [] }]],
  [
    'several faults at once',
    Weather,
    { town: 'y', days: 1.5 },
    [
      { kind: 'unknown', path: 'town', fields: ['city', 'days'] },
      { kind: 'missing', path: 'city', expected: 'string' },
      rule('days', 'days must be an integer number', '1.5'),
    ],
  ],
  ['words for a number', Count, 'three', [rule('count', 'count must be an integer number', '"three"')]],
  ['hexadecimal', Count, '0x10', [rule('count', 'count must be an integer number', '"0x10"')]],
  ['infinity', Count, 'Infinity', [rule('count', 'count must be an integer number', '"Infinity"')]],
  ['empty text for a number', Count, { count: ' ' }, [rule('count', 'count must be an integer number', '" "')]],
  [
    'an integer that loses digits',
    Count,
    '{"count": 12345678901234567890}',
    [{ kind: 'type', path: 'count', expected: 'integer up to 9007199254740991', got: '12345678901234567000' }],
  ],
  [
    'a number that has lost its digits already',
    Order,
    { orderId: 12345678901234567890 },
    [{ kind: 'inexact', path: 'orderId', got: '12345678901234567000' }],
  ],
  ['a text for a list', Tags, { tags: 'a' }, [{ kind: 'type', path: 'tags', expected: '[string, …]', got: '"a"' }]],
  [
    'a list for a nested object',
    Basket,
    { lines: [['a']] },
    [{ kind: 'type', path: 'lines[0]', expected: '{"sku": string, "price": number}', got: 'an array of 1' }],
  ],
  [
    'a nested unknown field',
    Basket,
    { lines: [{ sku: 'a', price: 1, vat: 2 }] },
    [{ kind: 'unknown', path: 'lines[0].vat', fields: ['sku', 'price'] }],
  ],
  [
    'a nested rule',
    Basket,
    { lines: [{ sku: 'a', price: 'much' }] },
    [expect.objectContaining({ kind: 'rule', path: 'lines[0].price', got: '"much"' })],
  ],
];

describe('an input that is refused', () => {
  it.each(refused)('%s', async (_spelling, input, raw, faults) => {
    expect(await read(input, raw)).toEqual(faults);
  });

  it('has its echo cut', async () => {
    const [fault] = (await read(Count, 'x'.repeat(5000))) as { got: string }[];
    expect(fault!.got.length).toBeLessThan(110);
  });
});

describe('hostile input', () => {
  const hostile: [string, new () => object, unknown][] = [
    ['__proto__', Weather, '{"city":"x","__proto__":{"polluted":true}}'],
    ['constructor', Weather, '{"city":"x","constructor":{"prototype":{"polluted":true}}}'],
    ['toString', Weather, { city: 'x', toString: 'y' }],
    ['__proto__ in a nested object', Basket, '{"lines":[{"sku":"a","price":1,"__proto__":{"polluted":true}}]}'],
    ['__proto__ in a free-form object', Body, '{"body":{"a":{"__proto__":{"polluted":true}}}}'],
    ['constructor in a free-form object', Body, '{"body":{"constructor":{"prototype":{"polluted":true}}}}'],
    ['__proto__ as the only key', Body, '{"__proto__":{"polluted":true}}'],
    ['__proto__ as a pair', Weather, '__proto__=x'],
    ['an array that pretends', Body, '{"body":{"100000000":1,"__proto__":[]}}'],
  ];
  it.each(hostile)('with %s never reaches a prototype', async (_key, input, raw) => {
    const result = await read(input, raw);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    if (_key === '__proto__ as a pair') expect(result).toEqual({ city: '__proto__=x' });
    else expect(result).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'unknown' })]));
  });

  const deep = (open: string, close: string): string => `{"body":${open.repeat(20_000)}1${close.repeat(20_000)}}`;
  it('nested twenty thousand deep is refused', async () => {
    expect(await read(Body, deep('{"a":', '}'))).toEqual([{ kind: 'too-deep' }]);
    expect(await read(Body, deep('[', ']'))).toEqual([{ kind: 'too-deep' }]);
    expect(await read(Body, { body: deep('[', ']') })).toEqual([
      expect.objectContaining({ kind: 'type', path: 'body' }),
    ]);
    expect(await read(Body, `${'{'.repeat(20_000)}${'}'.repeat(20_000)}`)).toEqual([
      expect.objectContaining({ kind: 'unreadable' }),
    ]);
  });

  const floods = [
    '{',
    '[',
    '"',
    "'",
    '\\',
    ',',
    '=',
    ':',
    ' ',
    '\n',
    'a=',
    'city=',
    'city=1,',
    '```',
    '{"a":',
    '“',
    ', \n',
    "{'",
    '[{',
    'days:\n ',
  ];
  it.each(floods)('a flood of %j is read in linear time', async (unit) => {
    for (const input of [Refund, Weather, Search, Tags, Nothing]) {
      const started = performance.now();
      await read(input, unit.repeat(Math.ceil(200_000 / unit.length)));
      await read(input, `{"city": ${unit.repeat(Math.ceil(200_000 / unit.length))}}`);
      expect(performance.now() - started).toBeLessThan(2000);
    }
  });
});
