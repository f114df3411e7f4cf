import { act, final, invalid, parse, readsAs, type Variant } from './reply-cases';

describe('labels', () => {
  it.each<Variant>([
    ['**Thought**: a\n**Action**: Calculator\n**Action Input**: 3 + 4', act('3 + 4')],
    ['**Action: Calculator**\n**Action Input: 3 + 4**', act('3 + 4')],
    ['### Thought\na\n### Action\nCalculator\n### Action Input\n3 + 4', act('3 + 4')],
    ['> Thought: a\n> Action: Calculator\n> Action Input: 3', act('3')],
    ['1. Thought: a\n2. Action: Calculator\n3. Action Input: 3', act('3')],
    ['(1) Thought: a\n(2) Action: Calculator\n(3) Action Input: 3', act('3')],
    ['* Thought: a\n* Action: Calculator\n* Action Input: 3', act('3')],
    ['_Action:_ Calculator\n_Action Input:_ 3', act('3')],
    ['`Action`: Calculator\n`Action Input`: 3', act('3')],
    ['Action #2: Calculator\nAction Input #2: 3', act('3')],
    ['【思考】加\n【行动】Calculator\n【行动输入】3', act('3')],
    ['思考过程：加\n动作：Calculator\n动作输入：3', act('3')],
    ['Action: Calculator\nACTION-INPUT: 3', act('3')],
    ['Action: Calculator\nTool Input: 3', act('3')],
    ['**Final Answer**\n42', final('42')],
    ['**Final Answer: 42**', final('42')],
    ['最终答案：42', final('42')],
    ['Actions: none of these\nFinal Answer: 42', final('42')],
    ['Final Answer is 42', final('Final Answer is 42')],
  ])('%j', readsAs);
});

describe('tool names', () => {
  it.each<Variant>([
    ['Action: use the Calculator tool\nAction Input: 3', act('3')],
    ['Action: the `Calculator`\nAction Input: 3', act('3')],
    ['Action: Calculator.\nAction Input: 3', act('3')],
    ['Action: Calculator - adds numbers\nAction Input: 3', act('3')],
    ['Action: Calculator: adds numbers\nAction Input: 3', act('3')],
    ['Action: Calculator, as planned\nAction Input: 3', act('3')],
    ['Action: Calculator now\nAction Input: 3', act('3')],
    ['Action: mcp__maths__Calculator\nAction Input: 3', act('3')],
    ['Action: tools/Calculator\nAction Input: 3', act('3')],
    ['Action: 使用 Calculator\nAction Input: 3', act('3')],
    ['Action: Ｃalculator\nAction Input: 3', act('3')],
    ['Action: Calculator<|channel|>commentary\nAction Input: 3', act('3')],
    ['Action: MoonPhase (from memory)\nAction Input: 3', act('3', 'MoonPhase')],
    [`Action: ${'Calculator '.repeat(60)}\nAction Input: 3`, act('3')],
    ['Action: **\nAction Input: 3', invalid],
  ])('%j', readsAs);

  it('Chinese names in a Chinese sentence', () => {
    const tools = ['查询天气'];

    expect(parse('Action: 调用查询天气工具\nAction Input: 苏州', tools)).toMatchObject({
      calls: [{ name: '查询天气' }],
    });
    expect(parse('Action: 查询天气（某地的天气）\nAction Input: 苏州', tools)).toMatchObject({
      calls: [{ name: '查询天气' }],
    });
    expect(parse('Action: 查询天气(苏州)', tools)).toMatchObject({ calls: [{ name: '查询天气', input: '苏州' }] });
  });

  it('two names that fold to the same are never guessed', () => {
    expect(parse('Action: get weather\nAction Input: x', ['get_weather', 'GetWeather'])).toMatchObject({
      calls: [{ name: 'get weather' }],
    });
  });
});

describe('inputs', () => {
  const input = (text: string, expected: unknown): Variant => [
    `Action: Calculator\nAction Input: ${text}`,
    act(expected),
  ];

  it.each<Variant>([
    input('\n```sql\nSELECT 1\n```\nThis counts rows.', 'SELECT 1'),
    input('```SELECT 1```', 'SELECT 1'),
    input('```sql\nSELECT 1```', 'SELECT 1'),
    input('SELECT 1\n```', 'SELECT 1'),
    input('```\na\n```\nand\n```\nb\n```', '```\na\n```\nand\n```\nb\n```'),
    input('```json\n{"a": 1}\n```', { a: 1 }),
    input('{"a": 1}\n\nNow I wait.', { a: 1 }),
    input('"{\\"city\\": \\"Turku\\"}"', { city: 'Turku' }),
    input('"say \\"hi\\""', 'say "hi"'),
    input('"a" OR "b"', '"a" OR "b"'),
    input("'a', 'b'", "'a', 'b'"),
    input("'SELECT 1'", 'SELECT 1'),
    input('[1, 2, 3]', '[1, 2, 3]'),
    input('{job="node"} > 0', '{job="node"} > 0'),
    input('{city: "Kotka", days: 2}', { city: 'Kotka', days: 2 }),
    input('{"city"："上海"，"days"：2}', { city: '上海', days: 2 }),
    input("{'s': \"Ana's invoice\", 't': 'it's fine'}", { s: "Ana's invoice", t: "it's fine" }),
    input('{"s": "the "fado" song", "n": 1}', { s: 'the "fado" song', n: 1 }),
    input('{"a": 1 "b": 2}', { a: 1, b: 2 }),
    input('{"pattern": "\\d+", "u": "\\u00e9", "bad": "\\u12"}', { pattern: '\\d+', u: 'é', bad: '\\u12' }),
    input('{"a": "it\\\'s"}', { a: "it's" }),
    input('{"body": "Hi,\nAction: call Bob\nThought: ok"}', { body: 'Hi,\nAction: call Bob\nThought: ok' }),
    input('{"n": 1, "ok": True', { n: 1, ok: true }),
    input('12 * 7 Observation：84', '12 * 7'),
    input('explain the Observation: label', 'explain the Observation: label'),
    input('Thought: and Observation: labels', 'Thought: and Observation: labels'),
    input('say "now Observation: x"', 'say "now Observation: x"'),
    input('SELECT 1 -- Observation: one row', 'SELECT 1 -- Observation: one row'),
  ])('%j', readsAs);

  it.each([
    '{"city": "Kot',
    '{"city": "Kotka", "days":',
    '{"city": "Kotka", "da',
    '{"a": "x", "b": tru',
    '{"q": "he "x"}y" z", "b": 2}',
    '{"a": "b\\',
    '{"a": /* open',
    `{'a': ${'True, '.repeat(30_000)}}`,
  ])('half an object is never used: %j', (text) => {
    expect(parse(`Action: SendEmail\nAction Input: ${text}`)).toMatchObject({ kind: 'malformed', reason: 'bad-json' });
  });
});

describe('calls in brackets', () => {
  it.each<Variant>([
    ['Action: Calculator()\nAction Input: 3', act('3')],
    ['Action: Calculator(3 * (4 + 5))', act('3 * (4 + 5)')],
    ['Action: Calculator("3 * 4")', act('3 * 4')],
    ['Action: Calculator (expr="3")', act('expr="3"')],
    ['Action: Calculator ({"a": 1})', act({ a: 1 })],
    ['Action: Calculator {"a": 1}', act({ a: 1 })],
    ['Action: Calculator[{"a": 1}] and Calculator[2]', act({ a: 1 })],
    ['Action: Calculator[{a} is a set]', act('{a} is a set')],
    ['Action: Calculator["cut', act('"cut')],
    ['Action: Calculator[2+4] and then see [1].', act('2+4')],
    ["Action: Calculator[what's ] here]", act("what's ] here")],
    ['Action: Calculator[a]b] c', act('a]b')],
    ['Action: Calculator[{"a": "b]', invalid],
    ['Action: `Calculator[3]`', act('3')],
    ['Action: "Calculator[3]"', act('3')],
    ['Action: Calculator\n{"a": 1}', act({ a: 1 })],
    ['Action: Calculator\n17 * 3', act('17 * 3')],
    ['Action: Calculator\n\nI will wait for it.', act('')],
    ['Action: MoonPhase\n[3]', act('3', 'MoonPhase')],
    ['Action: Calculator Action Input: 3', act('3')],
    ['Calculator[3]', act('3')],
    ['Thought: x\nCalculator[3]\nObservation: 4', act('3')],
    ['Calculator[1] says so, and I agree.', final('Calculator[1] says so, and I agree.')],
    ['Thought: see MoonPhase[3]\nMoonPhase[3]', invalid],
    ['Thought: x\nfinish()', invalid],
  ])('%j', readsAs);
});
