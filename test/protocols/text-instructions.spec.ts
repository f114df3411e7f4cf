import type { ToolSpec } from '../../src/core/tool';
import { textProtocol } from '../../src/protocols/text.protocol';
import { parse } from './reply-cases';

const object = (properties: object, required: string[]): ToolSpec['inputSchema'] => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** As demo tools are: an id, some numbers, an enum, a date, a nested list. */
const TOOLS: readonly ToolSpec[] = [
  {
    name: 'query_order',
    description: 'Looks up one order by its number: product, status, dates, tracking number and what was paid.',
    inputSchema: object(
      { orderId: { type: 'string', minLength: 1, description: 'Order number as the customer wrote it, e.g. 88231' } },
      ['orderId'],
    ),
    examples: [{ orderId: '88231' }],
  },
  {
    name: 'search_policy',
    description:
      'Searches the service policies (refunds, delivery, warranty) and returns the best passages with their source.',
    inputSchema: object(
      {
        query: { type: 'string', minLength: 2, description: 'What to look for, in the words of the question' },
        limit: { type: 'integer', minimum: 1, maximum: 10, description: 'Passages to return, 3 when absent' },
      },
      ['query'],
    ),
  },
  {
    name: 'query_sales',
    description:
      'Runs one read-only SELECT on the sales database. Tables: sales(region, month, product, amount, quantity).',
    inputSchema: object(
      { sql: { type: 'string', description: 'One SELECT statement, without a semicolon at the end' } },
      ['sql'],
    ),
  },
  {
    name: 'calculator',
    description: 'Evaluates an arithmetic expression exactly: + - * / % ^, brackets, round(x, digits), min, max, abs.',
    inputSchema: object(
      { expression: { type: 'string', description: 'The expression, e.g. (5280000 - 4100000) / 4100000 * 100' } },
      ['expression'],
    ),
  },
  {
    name: 'request_refund',
    description:
      'Files a refund for one order. A person approves it first; call it once per order, after checking the policy.',
    inputSchema: object(
      {
        orderId: { type: 'string', description: 'Order number' },
        reason: {
          type: 'string',
          enum: ['damaged', 'late', 'wrong_item', 'other'],
          description: 'Why the customer wants it',
        },
        amount: { type: 'number', exclusiveMinimum: 0, description: 'Yuan to pay back, all that was paid when absent' },
      },
      ['orderId', 'reason'],
    ),
  },
];

const english = textProtocol.instructions(TOOLS, 'en');
const chinese = textProtocol.instructions(TOOLS, 'zh');

describe.each([
  ['English', english],
  ['Chinese', chinese],
])('the instructions in %s', (_, text) => {
  it('name every tool with its description, its properties and their descriptions', () => {
    for (const { name, description, inputSchema } of TOOLS) {
      expect(text).toContain(`- ${name}: ${description}`);
      for (const [property, schema] of Object.entries(
        inputSchema['properties'] as Record<string, { description: string }>,
      )) {
        expect(text).toMatch(new RegExp(`${property}\\??: \\{`));
        expect(text).toContain(schema.description);
      }
    }
  });

  it('keep the constraints of JSON Schema and leave out what goes without saying', () => {
    expect(text).toContain('limit?: {type: integer, minimum: 1, maximum: 10,');
    expect(text).toContain('reason: {enum: [damaged, late, wrong_item, other],');
    expect(text).not.toContain('additionalProperties');
    expect(text).not.toContain('type: object');
  });

  it('show two steps that parse reads', () => {
    const start = text.indexOf('Thought:');
    const [first, second] = text.slice(start).split('\n\n') as [string, string];

    expect(parse(first, ['query_order'])).toMatchObject({
      kind: 'act',
      calls: [{ name: 'query_order', input: { orderId: '88231' } }],
    });
    expect(parse(second.split('\n').slice(0, 2).join('\n'))).toMatchObject({ kind: 'answer' });
  });

  it('name the labels that replies are read by and forbid made-up observations', () => {
    expect(text).toMatch(/Thought:[^]*Action:[^]*Action Input:[^]*Final Answer:/);
    expect(text).toMatch(/never write it yourself|绝不能自己写/);
  });
});

describe('the whole request', () => {
  const SYSTEM = 'You are the service assistant of an online shop. Be brief and polite.';
  const QUESTION = 'My order 88231 arrived broken. Can I have my money back?';
  const bytes = (body: object): number => Buffer.byteLength(JSON.stringify(body));
  const messages = (system: string): object[] => [
    { role: 'system', content: system },
    { role: 'user', content: QUESTION },
  ];
  const native = bytes({
    model: 'm',
    messages: messages(SYSTEM),
    tools: TOOLS.map(({ name, description, inputSchema: parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  });

  it.each([
    ['English', english],
    ['Chinese', chinese],
  ])('takes at most a tenth more bytes than native tool calling, in %s', (_, text) => {
    const { stop } = textProtocol.request([], TOOLS);

    expect(bytes({ model: 'm', messages: messages(`${SYSTEM}\n${text}`), stop }) / native).toBeLessThanOrEqual(1.1);
  });
});

it('without tools there are none to list', () => {
  expect(textProtocol.instructions([], 'en')).toContain('There are no tools.');
  expect(textProtocol.instructions([], 'zh')).toContain('没有工具。');
});

it('asks the server to stop before an observation, at most at four words', () => {
  const messages = [{ role: 'user' as const, content: 'hi' }];
  const request = textProtocol.request(messages, TOOLS);

  expect(request).toEqual({ messages, stop: expect.arrayContaining(['\nObservation:']) });
  expect(request.stop?.length).toBeLessThanOrEqual(4);
  expect(request.stop?.every((word) => word.startsWith('\n'))).toBe(true);
});

describe('a tool without examples', () => {
  const schema = object(
    {
      text: { type: 'string' },
      count: { type: 'integer' },
      unit: { enum: ['C', 'F'] },
      tags: { type: 'array', items: { type: 'string' } },
      where: { type: 'object', properties: { 'a b': { type: 'boolean', default: true } }, required: ['a b'] },
      exact: { type: 'boolean' },
      any: true,
    },
    ['text', 'count', 'unit', 'tags', 'where', 'exact', 'any'],
  );
  const text = textProtocol.instructions([{ name: 'find', description: 'Finds.', inputSchema: schema }], 'en');

  it('is shown with a value of the right kind for each required property', () => {
    expect(text).toContain(
      'Action Input: {"text":"…","count":1,"unit":"C","tags":[],"where":{},"exact":true,"any":"…"}',
    );
  });

  it('is listed with its nested properties', () => {
    expect(text).toContain(
      'tags: {type: array, items: {type: string}}, where: {properties: {"a b": {type: boolean, default: true}}}, exact: {type: boolean}, any: true}',
    );
  });
});

it('examples that are no objects are shown as they are', () => {
  const tool = {
    name: 'search',
    description: 'Searches.',
    inputSchema: { type: 'object' },
    examples: ['rent in Porto'],
  };

  expect(textProtocol.instructions([tool], 'en')).toContain('- search: Searches. {} e.g. rent in Porto\n');
});
