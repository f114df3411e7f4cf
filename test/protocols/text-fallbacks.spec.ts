import { act, final, invalid, meaningOf, parse, readsAs, type Variant } from './reply-cases';

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
  ])('%j', readsAs);
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
  ])('%j', readsAs);
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
  ])('%j', readsAs);
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
  ])('%j', readsAs);

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
  ])('%j', readsAs);
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
  ])('%j', readsAs);
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
  ])('%j', readsAs);

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
  ])('%j', readsAs);
});

describe('what the provider cut is never used', () => {
  it.each([
    ['length', 'truncated', /cut off at the length limit/],
    ['content_filter', 'filtered', /cut off by the content filter/],
  ] as const)('%s', (finishReason, reason, problem) => {
    for (const text of ['Final Answer: nine', 'Action: ListTables', '', '<think>a']) {
      expect(parse(text, undefined, finishReason)).toMatchObject({ kind: 'malformed', reason });
    }
    expect(parse('Thought: long', undefined, finishReason)).toMatchObject({
      thought: 'long',
      problem: expect.stringMatching(problem),
    });
  });
});

describe('only what came before a made-up observation counts', () => {
  it.each<Variant>([
    ['Thought: a Action: Calculator Action Input: 3\nObservation: 4\nFinal Answer: 4', act('3')],
    ['Observation: 12\nThought: done\nFinal Answer: 12', final('12')],
    ['Action: MoonPhase\nObservation: full\nFinal Answer: full', act('', 'MoonPhase')],
    ['Action: MoonPhase\nThought: no\nAction: Calculator\nAction Input: 3', act('3')],
  ])('%j', readsAs);
});
