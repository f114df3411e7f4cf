import type { Expected } from './reply-cases';
import { meaningOf, parse } from './reply-cases';

const act = (input: unknown, tool = 'Calculator'): Expected => ({ kind: 'action', tool, input });
const final = (answer: string): Expected => ({ kind: 'final', answer });
const invalid = { kind: 'invalid' } as const;
type Variant = [text: string, expected: Expected];

const check = (text: string, expected: Expected): void => expect(meaningOf(parse(text))).toEqual(expected);

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
  ])('%j', check);
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
  ])('%j', check);

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
  const input = (text: string, expected: unknown): [string, Expected] => [
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
  ])('%j', check);

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
  ])('%j', check);
});

describe('answers given as an action', () => {
  it.each<Variant>([
    ['Action: Finish\nAction Input: nine', final('nine')],
    ['Action: Final Answer: nine', final('nine')],
    ['Action: Finish\nnine', final('nine')],
    ['Action: final_answer\nAction Input: nine\nObservation: ok', final('nine')],
    ['Action: finish(final_answer="nine")', final('nine')],
    ['Action: finish(answer={"a": 1})', final('answer={"a": 1}')],
    ['Action: Finish[]\nFinal Answer: nine', final('nine')],
    ['Action: {"action": "Finish", "action_input": "nine"}', final('nine')],
    ['Action: Finish', invalid],
  ])('%j', check);
});

describe('no action', () => {
  it.each([
    'Action: N/A',
    'Action: 无\nAction Input: 无',
    'Action: -',
    'Action: No tool is needed.',
    'Action: None (I know this)',
    '{"thought": "a", "action": "None", "action_input": ""}',
    '{"thought": "a", "action": null}',
    '{"thought": "only this"}',
    '{"thought": "a", "action": "Final Answer", "action_input": ""}',
    '```\n```',
    '[]',
    '...',
  ])('%j is told to the model', (text) => expect(meaningOf(parse(text))).toEqual(invalid));

  it.each<Variant>([
    ['Action: 无需工具\n最终答案：42', final('42')],
    ['{"action": "None", "final_answer": "42"}', final('42')],
    ['Thought: Plan\n- Action: read it\n- Action: write it\nFinal Answer: 42', final('42')],
    ['Action: read it\nFinal Answer: 42', act('', 'read it')],
  ])('%j', check);
});

describe('steps written as JSON', () => {
  it.each<Variant>([
    ['{"tool_call": {"name": "Calculator", "arguments": "{\\"a\\": 1}"}}', act({ a: 1 })],
    ['{"tool": {"name": "Calculator", "input": {"a": 1}}}', act({ a: 1 })],
    ['{"name": "Calculator", "parameters": [1]}', act([1])],
    ['{"行动": "Calculator", "行动输入": "3"}', act('3')],
    ['{"action": "Calculator", "action_input": "3"}\n\nI hope this helps!', act('3')],
    ['[{"action": "Calculator", "action_input": "3"}]', act('3')],
    ['{"answer": {"a": 1}}', final('{"a":1}')],
    ['{"total": 12}', final('{"total": 12}')],
    ['Thought: p\n```json\n{"action": "Calculator", "action_input": "3"}\n```', act('3')],
    ['Thought: p\n```json\n{"action": "MoonPhase", "action_input": "3"}\n```', invalid],
    ['Thought: p\n<tool_call>\n{"name": "Calculator", "arguments": {"a": 1}}\n</tool_call>', act({ a: 1 })],
    ['Thought: p\n<tool_call>\nnothing', invalid],
    ['Thought: p\n{"action": "Calculator", "action_input": "3"}', act('3')],
    ['Thought: p\n{"action": "MoonPhase", "action_input": "3"}', invalid],
    ['Thought: p\n{"action": "Calculator", "action_input": "3"} is what it looks like', invalid],
    ['```json\n{"action": "Final Answer", "action_input": "```sh\\nls\\n```"}\n```', final('```sh\nls\n```')],
    ['{"thought": "t", "action": "Calcul', invalid],
    ['Action: {"action": "Calculator", "action_input": {"a": "b', invalid],
    ['Action: {"a": 1}', invalid],
  ])('%j', check);
});

describe('steps in a fence', () => {
  it.each<Variant>([
    ['```\nAction: Calculator\nAction Input: 3', act('3')],
    ['```\nAction: Calculator\nAction Input: 3\n```\nI will wait.', act('3')],
    ['```\nThought: a\n```\nAction: Calculator\nAction Input: 3', act('3')],
    ['```markdown\nFinal Answer: Use\n```js\nlet a;\n```\n```', final('Use\n```js\nlet a;\n```')],
    ['```\nlet a;\n```', final('```\nlet a;\n```')],
    [
      'A step is:\n```\nAction: WebSearch\nAction Input: q\n```\nOne per reply.',
      final('A step is:\n```\nAction: WebSearch\nAction Input: q\n```\nOne per reply.'),
    ],
  ])('%j', check);

  it('after other words it is asked about, not run', () => {
    const text = 'My step:\n```\nAction: SendEmail\nAction Input: all\n```';

    expect(parse(text)).toMatchObject({ kind: 'malformed', reason: 'ambiguous' });
  });
});

describe('steps in one line', () => {
  it.each<Variant>([
    ['Thought: I need it. Action: Calculator Action Input: 3 Observation: 4 Final Answer: 4', act('3')],
    ['Thought: 加 行动：Calculator 行动输入：3', act('3')],
    ['Thought: sum **Action:** Calculator **Action Input:** 3', act('3')],
    ['Thought: sum Action: Calculator[3]', act('3')],
    ['Thought: sum Action: ListTables', act('', 'ListTables')],
    ['Thought: the Action: MoonPhase is not there', invalid],
    ['Thought: I cannot give a Final Answer: data is missing', invalid],
    ['Thought: 还不能给出最终答案：缺少数据', invalid],
    ['Thought: 我知道了。最终答案：9', final('9')],
    ['I know this. Final Answer: 9', final('9')],
    ['Thought: done. Final Answer:', invalid],
  ])('%j', check);
});

describe('prose', () => {
  it.each<Variant>([
    ['请提供您的订单号。', final('请提供您的订单号。')],
    ['I need your order number to go on.', final('I need your order number to go on.')],
    ['I will check that. Which order is it?', final('I will check that. Which order is it?')],
    [`I will check ${'that '.repeat(40)}`, final(`I will check ${'that '.repeat(40)}`.trim())],
    ['I would query the database next.', invalid],
    ['Let me check the stock.', invalid],
    ['我来查询一下库存。', invalid],
    ['接下来我需要先计算总额。', invalid],
  ])('%j', check);
});

describe('reasoning', () => {
  it.each<Variant>([
    ['draft\nAction: WebSearch\nAction Input: x\n</think>\nAction: Calculator\nAction Input: 3', act('3')],
    ['draft\nFinal Answer: 1\n</think>\n\nFinal Answer: 2', final('2')],
    ['draft</think>Thought: ok\nFinal Answer: 2', final('2')],
    ['Thought: draft</think>\nFinal Answer: 2', final('2')],
    ['Thought: draft </think> Action: Calculator\nAction Input: 3', act('3')],
    ['draft</think>', invalid],
    [
      'Thought: what does </think> do\nAction: WebSearch\nAction Input: meaning of </think>',
      act('meaning of </think>', 'WebSearch'),
    ],
    ['Final Answer: Write `</think>` or </think> at the end.', final('Write `</think>` or </think> at the end.')],
    ['Thought: t\nFinal Answer: close it with\n</think>\nand go on', final('close it with\n</think>\nand go on')],
    ['Thought: t\nFinal Answer: as in\n```\n<think>x</think>\n```', final('as in\n```\n<think>x</think>\n```')],
    ['Thought: t\nFinal Answer: nine\nThought: more\n<think>and more', final('nine')],
    ['```\ncode\n```\n<think>a</think>\nFinal Answer: 2', final('2')],
    ['Thought: a\n<think>cut', invalid],
    ['◁think▷a◁/think▷Final Answer: 2', final('2')],
  ])('%j', check);

  it('joins what the provider sent apart and what stood in the text', () => {
    expect(parse('<think>a</think>\n<think> </think>\n<think>b</think>\nFinal Answer: 2')).toMatchObject({
      reasoning: 'a\nb',
    });
  });
});

describe('leaked tokens', () => {
  it.each<Variant>([
    ['Final Answer: 2<|im_end|>\n<|im_start|>user\nmore', final('2')],
    ['Final Answer: 2<｜end▁of▁sentence｜>', final('2')],
    ['Final Answer: 2 [/INST] </s>', final('2')],
    ['Final Answer: <|im_end|> ends a turn.', final('<|im_end|> ends a turn.')],
    ['Final Answer: a <b> and 1 < 2', final('a <b> and 1 < 2')],
    ['<|im_start|>assistant\nFinal Answer: 2', final('2')],
    ['<s>Final Answer: 2</s><s>[INST] more', final('2')],
    ['<|channel|>commentary to=functions.Calculator <|constrain|>json<|message|>{"a": 1}<|call|>', act({ a: 1 })],
    ['<|channel|>final<|message|>Final Answer: 2<|start|>assistant<|channel|>x', final('2')],
  ])('%j', check);
});

describe('what the provider cut is never used', () => {
  it.each(['length', 'content_filter'] as const)('%s', (finishReason) => {
    for (const text of ['Final Answer: nine', 'Action: ListTables', '', '<think>a']) {
      expect(parse(text, undefined, finishReason)).toMatchObject({ kind: 'malformed', reason: 'truncated' });
    }
    expect(parse('Thought: long', undefined, finishReason)).toMatchObject({
      thought: 'long',
      problem: expect.stringMatching(/cut off/),
    });
  });
});

describe('only what came before a made-up observation counts', () => {
  it.each<Variant>([
    ['Thought: a Action: Calculator Action Input: 3\nObservation: 4\nFinal Answer: 4', act('3')],
    ['Observation: 12\nThought: done\nFinal Answer: 12', final('12')],
    ['Action: MoonPhase\nObservation: full\nFinal Answer: full', act('', 'MoonPhase')],
    ['Action: MoonPhase\nThought: no\nAction: Calculator\nAction Input: 3', act('3')],
  ])('%j', check);
});
