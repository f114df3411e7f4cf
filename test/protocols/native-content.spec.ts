import { parseContent, parseNative } from './native-replies';

const CITY = '{"city": "Tampere"}';
const WEATHER = { name: 'GetWeather', input: { city: 'Tampere' } };

describe('calls that a server left in the text', () => {
  it.each<[string, string, object[]]>([
    ['Hermes and Qwen', `<tool_call>\n{"name": "GetWeather", "arguments": ${CITY}}\n</tool_call>`, [WEATHER]],
    ['without a closing tag', `<tool_call>{"name": "GetWeather", "arguments": ${CITY}}`, [WEATHER]],
    [
      'arguments as text',
      `<tool_call>{"name": "GetWeather", "arguments": "{\\"city\\": \\"Tampere\\"}"}</tool_call>`,
      [WEATHER],
    ],
    ['bare', `{"name": "GetWeather", "arguments": ${CITY}}`, [WEATHER]],
    ['bare, of Llama', `{"name": "GetWeather", "parameters": ${CITY}}`, [WEATHER]],
    ['bare, as a list', `[{"name": "GetWeather", "arguments": ${CITY}}]`, [WEATHER]],
    ['in the wire form', `{"tool_calls": [{"function": {"name": "GetWeather", "arguments": ${CITY}}}]}`, [WEATHER]],
    ['in a code block', `\`\`\`json\n{"name": "GetWeather", "arguments": ${CITY}}\n\`\`\``, [WEATHER]],
    ['after a Python tag', `<|python_tag|>{"name": "GetWeather", "parameters": ${CITY}}`, [WEATHER]],
    ['Mistral', `[TOOL_CALLS][{"name": "GetWeather", "arguments": ${CITY}}]`, [WEATHER]],
    ['Qwen coder', '<function=GetWeather>\n<parameter=city>\nTampere\n</parameter>\n</function>', [WEATHER]],
    [
      'Qwen coder in a tag',
      '<tool_call>\n<function=GetWeather>\n<parameter=city>Tampere</parameter>\n</function>\n</tool_call>',
      [WEATHER],
    ],
    ['Qwen coder without parameters', '<function=ListTables>\n</function>', [{ name: 'ListTables', input: {} }]],
    [
      'Qwen coder over several lines',
      '<function=DatabaseQuery>\n<parameter=sql>\nSELECT 1\nFROM t\n</parameter>\n<parameter=limit>\n5\n</parameter>\n</function>',
      [{ name: 'DatabaseQuery', input: { sql: 'SELECT 1\nFROM t', limit: '5' } }],
    ],
    [
      'DeepSeek',
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>GetWeather\n\`\`\`json\n${CITY}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
      [WEATHER],
    ],
    [
      'DeepSeek, later, twice',
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>GetWeather<｜tool▁sep｜>${CITY}<｜tool▁call▁end｜><｜tool▁call▁begin｜>ListTables<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>`,
      [WEATHER, { name: 'ListTables', input: {} }],
    ],
    [
      'DeepSeek without arguments',
      '<｜tool▁call▁begin｜>function<｜tool▁sep｜>ListTables<｜tool▁call▁end｜>',
      [{ name: 'ListTables', input: {} }],
    ],
    [
      'Kimi',
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.GetWeather:0<|tool_call_argument_begin|>${CITY}<|tool_call_end|><|tool_calls_section_end|>`,
      [WEATHER],
    ],
    [
      'harmony',
      `<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary to=functions.GetWeather <|constrain|>json<|message|>${CITY}<|call|>`,
      [WEATHER],
    ],
    ['another case', `<tool_call>{"name": "getweather", "arguments": ${CITY}}</tool_call>`, [WEATHER]],
  ])('%s', async (_, content, calls) => {
    expect(await parseContent(content)).toMatchObject({ kind: 'act', calls });
  });

  it('the words before them are the thought', async () => {
    const call = `<tool_call>{"name": "GetWeather", "arguments": ${CITY}}</tool_call>`;

    expect(await parseContent(`Let me check.\n\n${call}`)).toMatchObject({ kind: 'act', thought: 'Let me check.' });
    const deepSeek = `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>GetWeather<｜tool▁sep｜>${CITY}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`;
    const kimi = `<|tool_calls_section_begin|><|tool_call_begin|>functions.GetWeather:0<|tool_call_argument_begin|>${CITY}<|tool_call_end|><|tool_calls_section_end|>`;
    for (const tokens of [deepSeek, kimi]) {
      const decision = await parseContent(`Let me check.${tokens}`);
      expect(decision).toMatchObject({ kind: 'act', thought: 'Let me check.', calls: [WEATHER] });
    }
    expect(await parseContent(`<think>hm</think>\nLet me check.\n${call}<|im_end|>`)).toMatchObject({
      kind: 'act',
      thought: 'Let me check.',
      reasoning: 'hm',
    });
  });

  it.each<[string, string]>([
    ['in prose', 'The docs show {"name": "SendEmail", "arguments": {}} as a sample.'],
    ['with words after it', '<tool_call>{"name": "SendEmail", "arguments": {}}</tool_call>\nis how it would look.'],
    ['bare, with words after it', '{"name": "SendEmail", "arguments": {}}\nis how it would look.'],
    ['tagged within a line', 'Write <tool_call>{"name": "SendEmail", "arguments": {}}</tool_call>'],
    ['a token in quotes', 'It begins with `<|tool_call_begin|>functions.SendEmail:0<|tool_call_argument_begin|>{}`'],
    ['in a code block', 'As in:\n```\n<tool_call>{"name": "SendEmail", "arguments": {}}</tool_call>\n```'],
    ['in a block, with words before', 'As in:\n```json\n{"name": "SendEmail", "arguments": {}}\n```'],
    ['a marker before words', '<tool_call> is the tag for it'],
    ['JSON of a tool that nobody has', '{"name": "Teleport", "arguments": {}}'],
    ['a list in which one is no call', '[{"name": "SendEmail", "arguments": {}}, 7]'],
    ['other JSON', '{"name": "Bob", "age": 7}'],
    ['broken JSON', '{"name": "SendEmail", "arguments": {'],
  ])('text that only speaks of a call is the answer: %s', async (_, content) => {
    expect(await parseContent(content)).toMatchObject({ kind: 'answer', answer: content });
  });

  it.each<[string, string, string]>([
    ['an unknown tool', '<tool_call>{"name": "Teleport", "arguments": {}}</tool_call>', 'none-action'],
    ['no name', '<tool_call>{"arguments": {}}</tool_call>', 'none-action'],
    ['cut JSON', '<tool_call>{"name": "SendEmail", "arguments": {"to": "al', 'bad-json'],
    ['a list as arguments', '<tool_call>{"name": "SendEmail", "arguments": [1]}</tool_call>', 'bad-json'],
    ['bare, a list as arguments', '{"name": "SendEmail", "arguments": [1]}', 'bad-json'],
    ['cut XML', '<function=SendEmail>\n<parameter=to>\nall', 'bad-json'],
    ['XML without an end', '<function=SendEmail>\n<parameter=to>\nall\n</parameter>', 'bad-json'],
    ['words in XML', '<function=SendEmail>\nplease\n</function>', 'bad-json'],
    ['no separator', '<｜tool▁call▁begin｜>SendEmail', 'bad-json'],
    [
      'cut arguments of Kimi',
      '<|tool_call_begin|>functions.SendEmail:0<|tool_call_argument_begin|>{"to": "al',
      'bad-json',
    ],
    ['harmony, unknown', '<|channel|>commentary to=functions.Teleport<|message|>{}', 'none-action'],
    ['harmony, no object', '<|channel|>commentary to=functions.GetWeather<|message|>Tampere', 'bad-json'],
  ])('a call that cannot be made is told to the model: %s', async (_, content, reason) => {
    expect(await parseContent(content)).toMatchObject({ kind: 'malformed', reason });
  });
});

describe('reasoning in the text', () => {
  it.each([
    ['a block', '<think>three times four</think>\nIt is twelve.'],
    ['an empty block', '<think>\n</think>\n\nIt is twelve.'],
    ['two blocks', '<think>a</think>\n<think>b</think>It is twelve.'],
    ['a nested block', '<think>a <think>b</think> c</think>It is twelve.'],
    ['without its opening tag', 'three times four\n</think>\n\nIt is twelve.'],
    ['without its opening tag, glued', 'three times four</think>It is twelve.'],
    ['of another model', '[THINK]three times four[/THINK]It is twelve.'],
    [
      'in channels',
      '<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>It is twelve.<|return|>',
    ],
    ['after a start token', '<|im_start|>assistant\n<think>a</think>It is twelve.<|im_end|>'],
  ])('%s is no part of the answer', async (_, content) => {
    const decision = await parseContent(content);

    expect(decision).toMatchObject({ kind: 'answer', answer: 'It is twelve.' });
  });

  it.each([
    ['that is spoken of', 'Close the block with `</think>`.'],
    ['at the end', 'The tag is </think>'],
    ['within a sentence', 'Write </think> and go on.'],
    ['in a code block', 'Use:\n```\n<think>\na\n</think>\n```\nso.'],
    ['that is never closed, after some words', 'To start:\n<think>\nwrite this.'],
  ])('a tag %s is', async (_, content) => {
    expect(await parseContent(content)).toMatchObject({ kind: 'answer', answer: content });
  });

  it('a block in the middle is taken out', async () => {
    expect(await parseContent('First.\n<think>hm</think>\nSecond.')).toMatchObject({ answer: 'First.\n\nSecond.' });
  });

  it.each([
    ['only a block', { content: '<think>three times four</think>' }, 'empty'],
    ['a field of its own', { content: '', reasoning: 'It is twelve.' }, 'empty'],
    ['a block that is cut', { content: '<think>three times fo' }, 'cut-in-reasoning'],
    ['nothing but tokens', { content: '<|im_end|>' }, 'empty'],
  ])('without an answer the model is asked again: %s', async (_, written, reason) => {
    expect(await parseNative(written)).toMatchObject({ kind: 'malformed', reason });
  });
});

describe('text without a call', () => {
  it('that only announces work is asked again', async () => {
    expect(await parseContent('I would query the database next.')).toMatchObject({
      kind: 'malformed',
      reason: 'missing-action',
    });
  });

  it('that is a step of the JSON spelling is its answer', async () => {
    const step = '{"thought": "done", "action": "Final Answer", "action_input": "Gate 4."}';
    expect(await parseContent(step)).toMatchObject({ kind: 'answer', thought: 'done', answer: 'Gate 4.' });
    expect(await parseContent('{"action": "Final Answer", "action_input": ""}')).toMatchObject({ kind: 'answer' });
  });

  it('that runs on into another turn ends before it', async () => {
    expect(await parseContent('It is twelve.<|im_end|>\n<|im_start|>user\nAnd?')).toMatchObject({
      answer: 'It is twelve.',
    });
  });
});
