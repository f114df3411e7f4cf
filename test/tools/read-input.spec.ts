import { inputSchemaOf } from '../../src/tools/input-schema';
import { checkInput } from '../../src/tools/validate-input';
import {
  Search,
  Weather,
  Order,
  Refund,
  Tags,
  Count,
  Flag,
  Page,
  Body,
  Wrapped,
  天气,
  Line,
  Basket,
  Nothing,
  read,
} from './inputs';

type Row = [spelling: string, input: new () => object, raw: unknown, fields: object];

const accepted: Row[] = [
  ['an object', Weather, { city: 'Lisbon', days: 3 }, { city: 'Lisbon', days: 3 }],
  ['JSON text', Weather, '{"city":"Lisbon","days":3}', { city: 'Lisbon', days: 3 }],
  ['JSON text with blanks around it', Weather, ' \n{"city": "Lisbon"}\n', { city: 'Lisbon' }],
  ['full-width signs in JSON', Weather, '{"city"："上海，浦东"，"days"：3}', { city: '上海，浦东', days: 3 }],
  ['Chinese quotes in JSON', Weather, '{“city”：“上海”}', { city: '上海' }],
  ['a Python dict', Weather, "{'city': 'Lisbon', 'days': 3}", { city: 'Lisbon', days: 3 }],
  ['keys without quotes and a trailing comma', Weather, '{city: "Lisbon", days: 3,}', { city: 'Lisbon', days: 3 }],
  [
    'Python words',
    Refund,
    "{'orderId': 'A1', 'reason': 'x', 'urgent': True}",
    { orderId: 'A1', reason: 'x', urgent: true },
  ],
  ['JSON in a fence', Weather, '```json\n{"city": "Lisbon"}\n```', { city: 'Lisbon' }],
  ['code in a fence', Search, '```sql\nSELECT 4\n```', { query: 'SELECT 4' }],
  ['JSON encoded twice', Weather, '"{\\"city\\":\\"Lisbon\\"}"', { city: 'Lisbon' }],
  ['bare text', Search, 'rain in Porto', { query: 'rain in Porto' }],
  ['bare text in double quotes', Search, '"rain in Porto"', { query: 'rain in Porto' }],
  ['bare text in single quotes', Search, "'rain in Porto'", { query: 'rain in Porto' }],
  ['bare text in Chinese quotes', Search, '“比特 S10 怎么退货”', { query: '比特 S10 怎么退货' }],
  ['bare text with quotes inside', Search, '"a" and "b"', { query: '"a" and "b"' }],
  ['bare text with a JSON escape', Search, '"line\\nbreak"', { query: 'line\nbreak' }],
  ['bare text of several lines', Search, 'SELECT 1\nFROM t', { query: 'SELECT 1\nFROM t' }],
  [
    'bare text that holds an equals sign',
    Search,
    'SELECT * FROM t WHERE a=1, b=2',
    { query: 'SELECT * FROM t WHERE a=1, b=2' },
  ],
  ['a URL', Search, 'https://x.test/p?a=1&b=2#f:3', { query: 'https://x.test/p?a=1&b=2#f:3' }],
  ['a list for a text field', Search, '[1, 2]', { query: '[1, 2]' }],
  ['a template for a text field', Search, '{a} + {b}', { query: '{a} + {b}' }],
  ['a word for "nothing" where something is meant', Search, 'none', { query: 'none' }],
  ['bare text for the only required field', Weather, 'Lisbon', { city: 'Lisbon' }],
  ['a bare number for a text field', Order, 88231, { orderId: '88231' }],
  ['bare digits for a text field', Order, '88231', { orderId: '88231' }],
  ['a leading zero', Order, '00042', { orderId: '00042' }],
  ['a bare number for a number field', Count, '3', { count: 3 }],
  ['a bare JSON number', Count, 3, { count: 3 }],
  ['full-width digits', Count, '３', { count: 3 }],
  ['a bare boolean', Flag, true, { on: true }],
  ['a bare boolean word', Flag, 'False', { on: false }],
  ['a bare list', Tags, ['a', 'b'], { tags: ['a', 'b'] }],
  ['a bare list in text', Tags, '["a", "b"]', { tags: ['a', 'b'] }],
  ['a list inside a string', Tags, { tags: '["a"]' }, { tags: ['a'] }],
  ['a free-form object under its field', Body, { body: { a: 1.5 } }, { body: { a: 1.5 } }],
  ['a free-form object without its field', Body, '{"a": {"b": 1.50}}', { body: { a: { b: 1.5 } } }],
  ['key=value', Weather, 'city=Lisbon, days=3', { city: 'Lisbon', days: 3 }],
  ['key = value', Weather, 'city = Lisbon , days = 3', { city: 'Lisbon', days: 3 }],
  ['key: value', Weather, 'city: Lisbon, days: 3', { city: 'Lisbon', days: 3 }],
  ['pairs without commas', Weather, 'city=Lisbon days=3', { city: 'Lisbon', days: 3 }],
  ['pairs on lines', Weather, 'city: Lisbon\ndays: 3', { city: 'Lisbon', days: 3 }],
  ['pairs with semicolons', Weather, 'city=Lisbon; days=3;', { city: 'Lisbon', days: 3 }],
  ['pairs with quotes', Weather, 'city="New York, NY", days=3', { city: 'New York, NY', days: 3 }],
  ['pairs with quoted keys', Weather, '"city": "Lisbon", "days": 3', { city: 'Lisbon', days: 3 }],
  ['pairs with full-width signs', Weather, 'city＝里斯本，days：3', { city: '里斯本', days: 3 }],
  ['pairs with Chinese fields', 天气, '城市：上海，日期：明天', { 城市: '上海', 日期: '明天' }],
  ['pairs with Chinese quotes', 天气, '城市=“上海”；日期=“明天”', { 城市: '上海', 日期: '明天' }],
  [
    'a comma inside a value',
    Refund,
    'orderId=A1, reason=too big, too loud',
    { orderId: 'A1', reason: 'too big, too loud' },
  ],
  ['a time inside a value', Refund, 'orderId=A1, reason=came at 10:30', { orderId: 'A1', reason: 'came at 10:30' }],
  ['one pair for the one field', Search, 'query: rain, wind: both', { query: 'rain, wind: both' }],
  ['one pair with an expression', Search, 'query=(1+2)*3', { query: '(1+2)*3' }],
  ['nothing for a tool without fields', Nothing, undefined, {}],
  ['null', Nothing, null, {}],
  ['empty text', Nothing, '', {}],
  ['empty object', Nothing, '{}', {}],
  ['talk to a tool without fields', Nothing, 'get the time', {}],
  ['a word for nothing', Nothing, 'None', {}],
  ['a Chinese word for nothing', Nothing, '无', {}],
  ['nothing for a tool with optional fields', Page, '', {}],
  ['none for a tool with optional fields', Page, 'N/A', {}],
  ['null for an optional field', Weather, { city: 'Lisbon', days: null }, { city: 'Lisbon' }],
  ['a wrapper called input', Weather, { input: { city: 'Lisbon' } }, { city: 'Lisbon' }],
  ['a wrapper called args with text in it', Weather, '{"args": "{\\"city\\": \\"Lisbon\\"}"}', { city: 'Lisbon' }],
  ['a wrapper around bare text', Order, { input: '88231' }, { orderId: '88231' }],
  ['a field that is called input', Wrapped, { input: '{"city": 1}' }, { input: '{"city": 1}' }],
  ['a number in text for an integer', Weather, { city: 'x', days: '3' }, { city: 'x', days: 3 }],
  ['a number for a text', Order, '{"orderId": 88231}', { orderId: '88231' }],
  ['a long number for a text', Order, '{"orderId": 123456789012345678901}', { orderId: '123456789012345678901' }],
  ['a decimal for a text', Order, '{"orderId": 1.50}', { orderId: '1.50' }],
  [
    'a long number beside an escaped quote',
    Refund,
    '{"reason":"a\\"1.50","orderId":12345678901234567890}',
    { reason: 'a"1.50', orderId: '12345678901234567890' },
  ],
  ['a boolean for a text', Order, { orderId: true }, { orderId: 'true' }],
  [
    'booleans in text',
    Refund,
    { orderId: 'A', reason: 'b', urgent: 'true' },
    { orderId: 'A', reason: 'b', urgent: true },
  ],
  ['nested numbers in text', Basket, '{"lines":[{"sku":42,"price":"1.5"}]}', { lines: [{ sku: '42', price: 1.5 }] }],
  ['nested JSON in strings', Basket, { lines: '[{"sku":"a","price":2}]' }, { lines: [{ sku: 'a', price: 2 }] }],
];

describe('an input as models write it', () => {
  it.each(accepted)('%s', async (_spelling, input, raw, fields) => {
    expect(await read(input, raw)).toEqual(fields);
  });

  it('is an instance of the input class, nested ones too', async () => {
    const checked = await checkInput(
      { lines: [{ sku: 'a', price: 1 }] },
      { input: Basket, inputSchema: inputSchemaOf(Basket) },
    );
    if (!checked.ok) throw new Error('refused');
    expect(checked.input).toBeInstanceOf(Basket);
    expect((checked.input as Basket).lines[0]).toBeInstanceOf(Line);
  });

  it('does not change what the model wrote', async () => {
    const raw = { input: { lines: [{ sku: 1, price: '2' }] } };
    await read(Basket, raw);
    expect(raw).toEqual({ input: { lines: [{ sku: 1, price: '2' }] } });
  });
});
