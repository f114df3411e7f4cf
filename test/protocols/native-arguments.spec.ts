import { parseReply } from '../../src/parse-reply';
import { choiceOf, parseNative } from './native-replies';
import { TOOLS } from './reply-cases';

const inputOf = async (written: unknown): Promise<unknown> => {
  const decision = await parseNative({ calls: [{ name: 'GetWeather', arguments: written }] });
  return decision.kind === 'act' ? decision.calls[0]?.input : decision.kind === 'malformed' && decision.reason;
};

describe('arguments', () => {
  it.each<[string, unknown, object]>([
    ['nothing at all', undefined, {}],
    ['null', null, {}],
    ['an empty string', '', {}],
    ['blanks', ' \n\t', {}],
    ['the word null', 'null', {}],
    ['an empty object', '{}', {}],
    ['an object instead of text', { city: 'Oslo' }, { city: 'Oslo' }],
    ['encoded twice', JSON.stringify('{"city": "Oslo"}'), { city: 'Oslo' }],
    ['encoded twice and empty', '"{}"', {}],
    ['a leaked token after them', '{"city": "Oslo"}<|im_end|>', { city: 'Oslo' }],
    ['a trailing comma', '{"city": "Oslo",}', { city: 'Oslo' }],
    ['a comment', '{"city": "Oslo" /* home */}', { city: 'Oslo' }],
    ['Python words', "{'city': 'Oslo', 'now': True, 'until': None}", { city: 'Oslo', now: true, until: null }],
    ['a raw line break', '{"city": "Os\nlo"}', { city: 'Os\nlo' }],
    ['a null of their own', '{"city": null}', { city: null }],
    ['a nested prototype', '{"a": [{"__proto__": {"x": 1}, "b": 2}]}', { a: [{ b: 2 }] }],
  ])('%s', async (_, written, expected) => {
    const input = await inputOf(written);

    expect(input).toEqual(expected);
    expect(JSON.stringify(input)).not.toContain('__proto__');
  });

  it.each<[string, unknown]>([
    ['cut in a string', '{"city": "Os'],
    ['cut after a value', '{"city": "Oslo"'],
    ['cut after a comma', '{"city": "Oslo",'],
    ['cut in a nested object', '{"where": {"city": "Oslo"}'],
    ['a list', '["Oslo"]'],
    ['a list that is no text', ['Oslo']],
    ['a string', '"Oslo"'],
    ['a number', '7'],
    ['a number that is no text', 7],
    ['bare words', 'Oslo'],
    ['an object twice', '{"city": "Oslo"}{"city": "Oslo"}'],
    ['an object and words', '{"city": "Oslo"} as asked'],
    ['encoded twice, but cut', '"{\\"city\\": \\"Os'],
    ['encoded twice, but a list', '"[1]"'],
    ['nested too deep', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`],
    ['nested far too deep', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ])('%s: no tool runs', async (_, written) => expect(await inputOf(written)).toBe('bad-json'));

  it.each([200, 20_000])('an object that is nested %i deep: no tool runs', async (depth) => {
    const written: unknown = JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

    expect(await inputOf(written)).toMatch(/bad-json|truncated/);
  });
});

describe('names', () => {
  it.each([
    [' GetWeather ', 'GetWeather'],
    ['get_weather', 'GetWeather'],
    ['functions.GetWeather', 'GetWeather'],
    ['default_api:GetWeather', 'GetWeather'],
    ['GetWeather<|channel|>commentary', 'GetWeather'],
    ['Teleport', 'Teleport'],
  ])('%s', async (name, expected) => {
    expect(await parseNative({ calls: [{ name, arguments: '{}' }] })).toMatchObject({ calls: [{ name: expected }] });
  });

  it.each(['', ' ', '""', 'None', 'null', '无'])('%j names no tool', async (name) => {
    expect(await parseNative({ calls: [{ name, arguments: '{}' }] })).toMatchObject({
      kind: 'malformed',
      reason: 'none-action',
    });
  });
});

describe('a call that ends the run instead of naming a tool', () => {
  it.each<[string, unknown, string]>([
    ['final_answer', '{"answer": "Gate 4."}', 'Gate 4.'],
    ['finish', '{"text": "Gate 4.",}', 'Gate 4.'],
    ['Final Answer', '{"final_answer": "Gate 4."}', 'Gate 4.'],
    ['最终答案', { 答案: '请走 4 号门。' }, '请走 4 号门。'],
  ])('%s with %j', async (name, written, answer) => {
    expect(await parseNative({ calls: [{ name, arguments: written }] })).toMatchObject({ kind: 'answer', answer });
  });

  it('without a word takes the text beside it', async () => {
    const given = { content: 'Gate 4.', calls: [{ name: 'finish', arguments: '{}' }] };
    expect(await parseNative(given)).toMatchObject({ kind: 'answer', answer: 'Gate 4.', thought: '' });
    expect(await parseNative({ ...given, content: '' })).toMatchObject({ kind: 'malformed', reason: 'empty' });
    expect(await parseNative({ calls: [{ name: 'finish', arguments: '{"answer": "Gat' }] })).toMatchObject({
      kind: 'malformed',
      reason: 'bad-json',
    });
  });

  it('beside other calls does not count: they have not run yet', async () => {
    const calls = [
      { name: 'finish', arguments: '{"answer": "x"}' },
      { name: 'ListTables', arguments: '{}' },
    ];
    expect(await parseNative({ calls })).toMatchObject({ kind: 'act', calls: [{ id: 'call_0', name: 'ListTables' }] });
  });

  it('is a tool like any other where somebody registered it', async () => {
    const given = { calls: [{ name: 'finish', arguments: '{"answer": "x"}' }] };
    expect(await parseNative(given, ['finish'])).toMatchObject({ kind: 'act', calls: [{ name: 'finish' }] });
  });
});

describe('calls', () => {
  it.each([
    ['equal', 'c1'],
    ['empty', ''],
    ['no string', 7],
  ])('with ids that are %s are numbered by us', async (_, id) => {
    const call = { id, type: 'function', function: { name: 'ListTables', arguments: '' } };
    const choice = { finish_reason: 'tool_calls', message: { content: null, tool_calls: [call, call, call] } };
    const decision = await parseReply('native', { choice }, TOOLS);

    expect(decision).toMatchObject({ calls: [{ id: 'call_0' }, { id: 'call_1' }, { id: 'call_2' }] });
  });

  it('run all or none', async () => {
    const good = { name: 'ListTables', arguments: '{}' };
    const calls = [good, { name: 'SendEmail', arguments: '{"to": "all@' }, good];
    const decision = await parseReply('native', choiceOf({ content: 'Let me.', calls }), TOOLS);

    expect(decision).toMatchObject({ kind: 'malformed', reason: 'bad-json', thought: 'Let me.' });
  });

  it('keep the reasoning that came with them', async () => {
    const calls = [{ name: 'ListTables', arguments: '{}' }];
    expect(await parseNative({ content: '<think>b</think>Let me.', calls, reasoning: 'a' })).toMatchObject({
      thought: 'Let me.',
      reasoning: 'a\nb',
    });
  });
});
