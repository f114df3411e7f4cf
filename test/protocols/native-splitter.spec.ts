import { nativeProtocol } from '../../src/protocols/native.protocol';
import { parseContent } from './native-replies';
import { chunksOf, previewOf } from './preview';
import { TOOLS, toolsOf } from './reply-cases';

const preview = (text: string, size = 3): ReturnType<typeof previewOf> =>
  previewOf(
    chunksOf(text, () => size),
    TOOLS,
    nativeProtocol,
  );

it('text is shown as the answer at once', () => {
  const splitter = nativeProtocol.splitter(toolsOf(TOOLS));

  expect(splitter.push('It ')).toEqual([{ channel: 'answer', text: 'It' }]);
  expect(splitter.push('is twelve')).toEqual([{ channel: 'answer', text: ' is twelve' }]);
  expect(splitter.push('.\n')).toEqual([{ channel: 'answer', text: '.' }]);
  expect(splitter.end('stop')).toEqual([]);
});

describe('an answer flows, not only at the end', () => {
  it.each([
    ['over several lines', 'one\n\ntwo\n- three\n'],
    ['with code', 'see\n```js\nlet a;\n```\nthat is all'],
    ['with brackets at line starts', 'see\n[1] a\n<b>x</b>\n{c}\nthe end'],
    ['with JSON in it', 'The docs show\n{"name": "SendEmail", "arguments": {}}\nas a sample.'],
    ['after reasoning', '<think>maybe eight</think>\n\nIt is twelve.'],
    ['after two blocks of reasoning', '<think>a</think>\n<think>b</think>It is twelve.'],
    ['with a long line that opens oddly', `<${'x'.repeat(100)}>\nthe end`],
  ])('%s', async (_, text) => {
    const { early, answer } = preview(text);
    const decision = await parseContent(text);

    expect(decision).toMatchObject({ kind: 'answer', answer });
    expect(early).toBe(answer);
  });
});

describe('what is no answer is held back', () => {
  it.each([
    ['reasoning', '<think>secret', ''],
    ['a tagged call', '<tool_call>{"name": "ListTables", "arguments": {"secret": 1}}</tool_call>', ''],
    [
      'a tagged call after words',
      'Let me check.\n\n<tool_call>{"name": "ListTables", "arguments": {"secret": 1}}</tool_call>',
      'Let me check.',
    ],
    [
      'XML after words',
      'Let me check.\n<function=ListTables>\n<parameter=secret>\n1\n</parameter>\n</function>',
      'Let me check.',
    ],
    [
      'Kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.ListTables:0<|tool_call_argument_begin|>{"secret": 1}<|tool_call_end|>',
      '',
    ],
    [
      'Kimi, right behind words',
      'Let me check.<|tool_calls_section_begin|><|tool_call_begin|>functions.ListTables:0<|tool_call_argument_begin|>{"secret": 1}<|tool_call_end|>',
      'Let me check.',
    ],
    ['Mistral', '[TOOL_CALLS][{"name": "ListTables", "arguments": {"secret": 1}}]', ''],
    ['a bare call', '{"name": "ListTables", "arguments": {"secret": 1}}', ''],
    ['a bare call in a block', '```json\n{"name": "ListTables", "arguments": {"secret": 1}}\n```', ''],
  ])('%s', async (_, text, shown) => {
    expect(preview(text).answer).toBe(shown);
    expect((await parseContent(text)).kind).not.toBe('answer');
  });
});

describe('doubtful text waits for the end', () => {
  it.each([
    ['JSON', '{"total": 12}'],
    ['a list', '[1] first\n[2] second'],
    ['a block of code', '```js\nlet a;\n```'],
    ['a tag in the answer', 'Use:\n```\n<think>\na\n</think>\n```\nso.'],
    ['reasoning in the middle', 'First.\n<think>hm</think>\nSecond.'],
    ['a marker of calls', 'The tag\n<tool_call>\nopens one.'],
    ['a leaked token', 'It is twelve.<|im_end|>\n<|im_start|>user\nAnd?'],
  ])('%s', async (_, text) => {
    expect(await parseContent(text)).toMatchObject({ kind: 'answer', answer: preview(text, 2).answer });
  });
});

it('pairs of surrogates and line ends of Windows are cut by no chunk', () => {
  expect(preview('go 🚢\r\nnow', 1).answer).toBe('go 🚢\nnow');
});
