import { jsonProtocol } from '../../src/protocols/json.protocol';
import { chunksOf, previewOf } from './preview';
import { parseJson, TOOLS, toolsOf } from './reply-cases';

const preview = (text: string, size = 3): ReturnType<typeof previewOf> =>
  previewOf(
    chunksOf(text, () => size),
    TOOLS,
    jsonProtocol,
  );
const answering = (answer: string): string =>
  JSON.stringify({ thought: 'I have it.', action: 'Final Answer', action_input: answer });

it('a thought is shown while it is written', () => {
  const splitter = jsonProtocol.splitter(toolsOf(TOOLS));

  expect(splitter.push('{"thought": "I need ')).toEqual([{ channel: 'thought', text: 'I need' }]);
  expect(splitter.push('the rate.", "act')).toEqual([{ channel: 'thought', text: ' the rate.' }]);
});

it('an answer is shown once the action has said that the run ends', () => {
  const splitter = jsonProtocol.splitter(toolsOf(TOOLS));
  splitter.push('{"thought": "", "action": "Final Ans');

  expect(splitter.push('wer", "action_input": "It is 9')).toEqual([{ channel: 'answer', text: 'It is 9' }]);
  expect(splitter.push('.\\n"}')).toEqual([{ channel: 'answer', text: '.' }]);
  expect(splitter.end('stop')).toEqual([]);
});

describe('an answer flows, not only at the end', () => {
  it.each([
    ['with escapes', answering('a "quoted" \\ word,\n\ttab / 上海 \u0001 🚢')],
    [
      'with escaped characters',
      '{"thought":"t","action":"Final Answer","action_input":"\\u4e0a\\u6d77 \\ud83d\\ude80 \\/ it is twelve"}',
    ],
    ['over several lines', JSON.stringify(JSON.parse(answering('one\n\ntwo')), null, 2)],
    ['in a fence', `\`\`\`json\n${answering('nine and ten')}\n\`\`\``],
    ['after reasoning', `<think>hm {"action": "x"}</think>\n${answering('nine and ten')}`],
    [
      'after other keys',
      '{"n": 12.5, "tags": ["a", {"b": "}\\""}], "ok": true, "action": "finish", "action_input": "nine and ten"}',
    ],
    ['in Chinese', '{"思考": "x", "action": "最终答案", "action_input": "共有 912 次访问，已完成。"}'],
  ])('%s', (_, text) => {
    const { early, answer } = preview(text);

    expect(parseJson(text)).toMatchObject({ kind: 'answer', answer });
    expect(early).toBe(answer);
    expect(answer.length).toBeGreaterThan(5);
  });
});

describe('an action never leaks', () => {
  it.each([
    ['a call', '{"thought": "sum", "action": "Calculator", "action_input": "4711"}'],
    ['a call with the input first', '{"thought": "sum", "action_input": "4711", "action": "Calculator"}'],
    [
      'a call beside an answer',
      '{"thought": "sum", "action": "Calculator", "action_input": "1", "final_answer": "4711"}',
    ],
    [
      'an answer before a call',
      '{"thought": "sum", "final_answer": "4711", "action": "Calculator", "action_input": "1"}',
    ],
    ['a wrapped call', '{"thought": "sum", "tool_call": {"action": "Calculator", "action_input": "4711"}}'],
    ['a nested call', '{"thought": "sum", "action": {"name": "Calculator", "input": "4711"}}'],
    [
      'a call and then an answer',
      `{"thought": "sum", "action": "Calculator", "action_input": "1"}\n${answering('4711')}`,
    ],
    ['labels', 'Thought: sum\nAction: Calculator\nAction Input: 4711'],
    [
      'a wrapper before an answer',
      '{"thought": "sum", "step": {"action": "Calculator", "action_input": "1"}, "action": "Final Answer", "action_input": "4711"}',
    ],
  ])('%s', (_, text) => {
    expect(parseJson(text).kind).toBe('act');
    expect(preview(text)).toMatchObject({ thought: 'sum', answer: '' });
  });
});

describe('doubtful replies wait for the end', () => {
  it.each([
    ['prose', 'The capital is Lisbon.'],
    ['an answer key', '{"thought": "t", "final_answer": "Gate 4."}'],
    ['the input first', '{"action_input": "Gate 4.", "action": "Final Answer"}'],
    ['a list', `[${answering('Gate 4.')}]`],
    ['single quotes', "{'action': 'Final Answer', 'action_input': 'Gate 4.'}"],
    ['a synonym of the action', '{"tool": "Final Answer", "tool_input": "Gate 4."}'],
    ['words before it', `So: ${answering('Gate 4.')}`],
    ['a fence with words', `\`\`\`json\nSo:\n${answering('Gate 4.')}\n\`\`\``],
    ['a step in the line of its fence', `\`\`\`json ${answering('Gate 4.')}\`\`\``],
    ['an answer that is no text', '{"thought": "t", "action": "Final Answer", "action_input": {"gate": 4}}'],
  ])('%s', (_, text) => {
    const decision = parseJson(text);
    const { early, answer } = preview(text);

    expect({ early, answer }).toEqual({ early: '', answer: decision.kind === 'answer' ? decision.answer : 'none' });
  });
});

describe('an answer whose JSON turns out to be lenient', () => {
  it.each([
    ['inner quotes', '{"thought": "t", "action": "Final Answer", "action_input": "the "fado" song"}', 'the'],
    ['a raw line break', '{"thought": "t", "action": "Final Answer", "action_input": "one\ntwo"}', 'one'],
    ['an odd escape', '{"thought": "t", "action": "Final Answer", "action_input": "it\\\'s nine"}', 'it'],
    ['half an escape', '{"thought": "t", "action": "Final Answer", "action_input": "a \\u00zz b"}', 'a'],
  ])('is completed at the end: %s', (_, text, early) => {
    const decision = parseJson(text);

    expect(preview(text, 1)).toMatchObject({ early, answer: decision.kind === 'answer' && decision.answer });
  });
});

it('a draft after the step is not read as reasoning', () => {
  const text = `${answering('nine')}\n</think>\n{"thought": "t", "action": "Calculator", "action_input": "1"}`;

  expect(parseJson(text)).toMatchObject({ kind: 'answer', answer: 'nine', discarded: true });
  expect(preview(text).answer).toBe('nine');
});

it('pairs of surrogates stay together, written as escapes too', () => {
  const splitter = jsonProtocol.splitter([]);
  const text = '{"thought": "go \\ud83d\\udea2 🚢 now", "action": "finish", "action_input": "x"}';
  const pieces = text.split('').flatMap((unit) => splitter.push(unit));

  expect(pieces.filter(({ text: piece }) => piece.includes('🚢'))).toHaveLength(2);
});

it('a key or a word without an end stops the preview', () => {
  for (const text of [
    `{"${'k'.repeat(200)}": 1}`,
    `{"a": ${'1'.repeat(200)}}`,
    '{"a" 1}',
    '{1: 2}',
    '{"a": 1; "b": 2}',
  ])
    expect(preview(text).early).toBe('');
});
