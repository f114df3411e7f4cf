import { act, final, invalid, meaningOf, parseJson, type Variant } from './reply-cases';

const step = (action: string, input: unknown, more: object = {}): string =>
  JSON.stringify({ thought: 't', action, action_input: input, ...more });
const CALC = step('Calculator', '1+1');

const readsAs = (text: string, expected: object): void => expect(meaningOf(parseJson(text))).toEqual(expected);

describe('where a step stands', () => {
  it.each<Variant>([
    [`\`\`\`json\n${CALC}`, act('1+1')],
    [`\`\`\`json ${CALC} \`\`\``, act('1+1')],
    [`\`\`\`${CALC}\`\`\``, act('1+1')],
    [`  \n ${CALC}  `, act('1+1')],
    [`Step:\n${CALC}\nDone.`, act('1+1')],
    [`Step:\n  ${CALC}`, act('1+1')],
    [`I add ${CALC}.`, act('1+1')],
    [`\`${CALC}\``, act('1+1')],
    [`\`\`\`json\n{"sample": 1}\n\`\`\`\n\`\`\`json\n${CALC}\n\`\`\``, act('1+1')],
    [`{"sample": 1}\n${CALC}`, act('1+1')],
    [`{"thought": "first"}\n{"action": "Calculator", "action_input": "1+1"}`, act('1+1')],
    [`<|im_start|>assistant\n${CALC}<|im_end|>`, act('1+1')],
    [
      `<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>${CALC}<|return|>`,
      act('1+1'),
    ],
    [`draft ${step('SendEmail', 'x')}\n</think>\n${CALC}`, act('1+1')],
    [`hm\n</think>${CALC}`, act('1+1')],
    [`<think>a</think>\n<think>b</think>${CALC}`, act('1+1')],
  ])('%s', readsAs);

  it('words before a step without a thought are its thought', () => {
    expect(parseJson('I add.\n```json\n{"action": "Calculator", "action_input": "1"}\n```').thought).toBe('I add.');
    expect(parseJson('{"thought": "I add."}\n{"action": "Calculator", "action_input": "1"}').thought).toBe('I add.');
  });
});

describe('JSON that is only spoken of runs nothing', () => {
  const sample = '{"action": "SendEmail", "action_input": "x"}';

  it.each<Variant>([
    [`Thought: e.g. ${sample}\nAction: {"action": "Calculator", "action_input": "1+1"}`, act('1+1')],
    [`A call looks like ${sample}, but now:\n${CALC}`, act('1+1')],
    [`A call looks like ${sample}, so I am done.`, invalid],
    [`{"a": 1} is data, ${sample} would be a call, I think.`, invalid],
    ['The sum of {a} and {b} is 3.', final('The sum of {a} and {b} is 3.')],
  ])('%s', readsAs);
});

describe('what ends the run', () => {
  it.each<Variant>([
    [step('finish', 'Gate 4.'), final('Gate 4.')],
    [step('Final_Answer', 'Gate 4.'), final('Gate 4.')],
    [step('finalAnswer', { text: 'Gate 4.' }), final('{"text":"Gate 4."}')],
    ['{"answer": "Gate 4."}', final('Gate 4.')],
    ['{"最终答案": "4 号门"}', final('4 号门')],
    ['{"thought": "t", "action": "None", "final_answer": "Gate 4."}', final('Gate 4.')],
    ['{"thought": "t", "action": null, "final_answer": "Gate 4."}', final('Gate 4.')],
    [step('Final Answer', 'The tag </think> ends it.'), final('The tag </think> ends it.')],
    [step('Final Answer', 'x\n<think>\ny'), final('x\n<think>\ny')],
    [
      step('Final Answer', 'Thought: a\nAction: SendEmail\nAction Input: b'),
      final('Thought: a\nAction: SendEmail\nAction Input: b'),
    ],
    [
      step('Final Answer', '```json\n{"action": "SendEmail", "action_input": "x"}\n```'),
      final('```json\n{"action": "SendEmail", "action_input": "x"}\n```'),
    ],
    [`Final Answer: ${CALC}`, final(CALC)],
  ])('%s', readsAs);
});

describe('what cannot be read', () => {
  it.each<[string, string]>([
    ['{"thought": "t", "action": "SendEmail", "action_input": "all@', 'bad-json'],
    ['{"thought": "t", "action": "SendEmail", "action_input":', 'bad-json'],
    ['```json\n{"thought": "t", "action": "SendEm\n```', 'bad-json'],
    ['Now:\n{"action": "SendEmail", "action_input": "x\nthe end', 'bad-json'],
    ['{"broken": ', 'bad-json'],
    ['{"city": "Oslo"}', 'missing-action'],
    ['null', 'missing-action'],
    ['{"thought": "only"}', 'missing-action'],
    ['[1, 2]', 'missing-action'],
    ['', 'empty'],
    [' \n', 'empty'],
    ['~~~\n\n~~~', 'empty'],
    ['<think>a</think>', 'empty'],
    ['<think>{"action": "SendEmail", "action_input": "x"}', 'cut-in-reasoning'],
    [step('Final Answer', ' '), 'empty'],
    [step('', ''), 'missing-action'],
    [`${'{"action":'.repeat(200)}1${'}'.repeat(200)}`, 'bad-json'],
  ])('%s', (text, reason) => expect(parseJson(text)).toMatchObject({ kind: 'malformed', reason }));

  it('keeps the thought of a step that breaks off', () => {
    expect(parseJson('{"thought": "I wonder", "action": "SendEmail", "action_input": "all@').thought).toBe('I wonder');
  });
});

describe('keys that come twice', () => {
  it('the first one counts, as it may have been shown', () => {
    expect(parseJson('{"thought": "a", "thought": "b", "action": "Calculator", "action_input": "1"}').thought).toBe(
      'a',
    );
    const answer = '{"action": "Final Answer", "action_input": "one", "action_input": "two"}';
    expect(parseJson(answer)).toMatchObject({ kind: 'answer', answer: 'one' });
    expect(parseJson(answer.replace('"action_input": "two"', '"action": "SendEmail"'))).toMatchObject({
      kind: 'answer',
      answer: 'one',
    });
  });

  it('a wrapped step after an answer does not run', () => {
    const text = step('Final Answer', 'one', { tool_call: { action: 'SendEmail', action_input: 'x' } });
    expect(parseJson(text)).toMatchObject({ kind: 'answer', answer: 'one' });
  });
});

it('an input has no key that would change a prototype', () => {
  const decision = parseJson(
    '{"action": "HttpRequest", "action_input": {"__proto__": {"a": 1}, "list": [{"__proto__": 1, "b": [1]}]}}',
  );

  expect(JSON.stringify(decision)).toContain('{"list":[{"b":[1]}]}');
});
