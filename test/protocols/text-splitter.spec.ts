import { textProtocol } from '../../src/protocols/text.protocol';
import { chunksOf, previewOf } from './preview';
import { parse, TOOLS, toolsOf } from './reply-cases';

const bit = (text: string): ReturnType<typeof previewOf> => previewOf(chunksOf(text, () => 3));

it('a thought is shown while it is written', () => {
  const splitter = textProtocol.splitter(toolsOf(TOOLS));

  expect(splitter.push('Thought: I need ')).toEqual([{ channel: 'thought', text: 'I need' }]);
  expect(splitter.push('the rate.')).toEqual([{ channel: 'thought', text: ' the rate.' }]);
});

it('an answer is shown from its label on', () => {
  const splitter = textProtocol.splitter(toolsOf(TOOLS));
  splitter.push('Thought: done\nFinal Ans');

  expect(splitter.push('wer: It is 9')).toEqual([{ channel: 'answer', text: 'It is 9' }]);
  expect(splitter.push('.\n')).toEqual([{ channel: 'answer', text: '.' }]);
  expect(splitter.end('stop')).toEqual([]);
});

describe('an answer flows, not only at the end', () => {
  it.each([
    ['over several lines', 'Thought: a\nFinal Answer: one\n\ntwo\n- three\n'],
    [
      'with a list that looks like labels',
      'Final Answer: 结论：\n1. 行动：继续。\n2. 观察：见附件。\n3. 答案：无。\n完',
    ],
    ['with a table and code', 'Final Answer: see\n| a |\n```js\nlet a;\n```\nthat is all'],
    ['after reasoning', '<think>maybe\nFinal Answer: 1</think>\n\nThought: a\nFinal Answer: two'],
    ['after an empty line', 'Final Answer:\n\nIt is 9.'],
    ['under a heading', '## Final Answer\nIt is 9.'],
    ['with a name for a label', 'Final Answer: Fill in\nInput: your name\nAnswer: yes'],
  ])('%s', (_, text) => {
    const { early, answer } = bit(`${text} and the end`);

    expect(early.length).toBeGreaterThan(answer.length - 12);
    expect(parse(`${text} and the end`)).toMatchObject({ kind: 'answer', answer });
  });
});

describe('what follows the answer is not shown', () => {
  it.each([
    ['a made-up observation', 'Final Answer: nine\nObservation: ok'],
    ['another question', 'Final Answer: nine\n\nQuestion: and ten?'],
    ['a stray step', 'Final Answer: nine\nThought: more\nAction: Calculator\nAction Input: 1'],
    ['a registered action', 'Final Answer: nine\nAction: Calculator\nAction Input: 1'],
    ['a leaked token', 'Final Answer: nine<|im_end|>\n<|im_start|>user\nmore'],
    ['half a stop word', 'Final Answer: nine\nObserv'],
  ])('%s', (_, text) => expect(bit(text)).toMatchObject({ answer: 'nine' }));
});

describe('an action never leaks', () => {
  it.each([
    ['in lines', 'Thought: sum\nAction: Calculator\nAction Input: 4711\nObservation: 4711\nFinal Answer: 4711'],
    ['in one line', 'Thought: sum Action: Calculator Action Input: 4711'],
    ['without a label', 'Thought: sum\nCalculator[4711]'],
    ['as JSON', 'Thought: sum\n{"action": "Calculator", "action_input": "4711"}'],
    ['in a fence', 'Thought: sum\n```json\n{"action": "Calculator", "action_input": "4711"}\n```'],
    ['after small talk', 'sum\nAction: Calculator\nAction Input: 4711'],
    ['of a plan', 'Thought: sum\n1. Action: 4711\nAction: Calculator[4711]'],
    ['with emphasis', 'Thought: sum\n**Action: Calculator**\n**Action Input: 4711**'],
  ])('%s', (_, text) => {
    const { thought, answer } = bit(text);

    expect({ thought, answer }).toEqual({ thought: 'sum', answer: '' });
  });
});

describe('reasoning is never the answer', () => {
  it.each([
    ['in a block', '<think>secret</think>Final Answer: nine'],
    ['in nested blocks', '<think>a <think>secret</think> b</think>\nFinal Answer: nine'],
    ['without an opening tag', 'secret\nFinal Answer: eight\n</think>\nFinal Answer: nine'],
    ['of another model', '[THINK]secret[/THINK]\nFinal Answer: nine'],
    ['in a thought', 'Thought: a\n<think>secret\nFinal Answer: eight</think>\nFinal Answer: nine'],
  ])('%s', (_, text) => expect(bit(text)).toMatchObject({ answer: 'nine' }));
});

describe('doubtful replies wait for the end', () => {
  it.each([
    ['prose', 'The capital is Lisbon.'],
    ['a step in a fence', '```\nThought: a\nFinal Answer: nine\n```'],
    ['a JSON step', '{"thought": "a", "action": "Final Answer", "action_input": "nine"}'],
    ['Finish[…]', 'Thought: a\nAction: Finish[nine]'],
    ['an emphasised answer', 'Thought: a\n**Final Answer: nine**'],
    ['an answer that opens with code', 'Final Answer: ```js\nlet a;\n```'],
    ['a label in open code', 'Final Answer:\n```\nThought: a\n```\nend'],
    ['an indent too deep for a label', `${' '.repeat(90)}Final Answer: nine`],
    ['a fence mark that goes on and on', `Final Answer: a\n\`\`\`${'x'.repeat(300)}\nb`],
  ])('%s', (_, text) => {
    const { answer } = bit(text);

    expect(parse(text)).toMatchObject({ kind: 'answer', answer });
  });
});

it('pairs of surrogates stay together', () => {
  const splitter = textProtocol.splitter([]);
  const pieces = 'Final Answer: go 🚢 now'.split('').flatMap((unit) => splitter.push(unit));

  expect(pieces.filter(({ text }) => text.includes('🚢'))).toHaveLength(1);
  expect(pieces.map(({ text }) => text).join('')).toBe('go 🚢 now');
});

it('line ends of Windows are cut by no chunk', () => {
  const { thought, answer } = previewOf('Thought: a\r\nb\r\nFinal Answer: c\r\nd'.split(''));

  expect({ thought, answer }).toEqual({ thought: 'a\nb', answer: 'c\nd' });
});
