import { TOOLS, parse } from './reply-cases';
import { chunksOf, previewOf } from './preview';

/** Only a reading whose cost grows faster than the text misses this bound. */
const MAX_MS = 500;
const CALL = 'Thought: x\nAction: Calculator\nAction Input: ';

const filled = (unit: string, chars: number): string => unit.repeat(Math.ceil(chars / unit.length));

const UNITS = [
  ...[' ', '\t', '\n', '\r\n', '\u3000', '*', '_', '\\', '- ', '1. ', '> ', '# ', '`', '~~~\n', '```\n', '```x\n'],
  ...[
    '{',
    '}',
    '[',
    ']',
    '(',
    '<',
    '"',
    "'",
    '“',
    ':',
    '：',
    '//',
    '/*',
    '{"a":',
    '[{',
    '{"a" ',
    '" ',
    '【',
    '😀',
    '\ud83d',
  ],
  ...[
    '<think>',
    '</think>',
    '<think></think>',
    '[THINK]',
    '<|',
    '<|im_end|>',
    '</s>',
    '<tool_call>{\n',
    'Calculator[\n',
  ],
  ...[
    'Thought: ',
    'Thought:\n',
    'Action:\n',
    'Action: x\n',
    'Action: Calculator\n',
    'Action Input:\n',
    'Action Input: {\n',
  ],
  ...[
    'Action: Action Input: ',
    'Action Input: {"a": "\n',
    'Final Answer:\n',
    'Observation:\n',
    ' Observation:',
    '最终答案：',
  ],
  ...['```json\n{\n', 'Action: x\nThought: y\n'],
];
const OPENINGS = ['', CALL, 'Thought: x\nFinal Answer: y\n', 'Action: Calculator[', `${CALL}{"a": "`, `${CALL}{'a': '`];

/** Time of this process on a processor: what else runs on the machine does not count. */
function elapsedMs(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

describe('a flood of 200 kB is read in linear time', () => {
  it.each(UNITS.map((unit) => JSON.stringify(unit)))('of %s', (unit) => {
    for (const opening of OPENINGS) {
      const text = opening + filled(JSON.parse(unit) as string, 200_000);

      expect(elapsedMs(() => parse(text))).toBeLessThan(MAX_MS);
    }
  });

  it.each(UNITS.map((unit) => JSON.stringify(unit)))('and previewed, of %s', (unit) => {
    const text = `Thought: x\nFinal Answer: y ${filled(JSON.parse(unit) as string, 100_000)}`;

    expect(elapsedMs(() => previewOf(chunksOf(text, () => 1)))).toBeLessThan(2 * MAX_MS);
  });
});

describe('a huge reply', () => {
  const rounds = filled('Thought: t\nAction: Calculator\nAction Input: 1\nObservation: 2\n', 620_000);
  const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const replies: [string, string, object][] = [
    ['an answer of 1 MB', `Final Answer: ${filled('word ', 1e6)}`, { kind: 'answer' }],
    ['an answer of 500,000 lines', `Final Answer: ${filled('a\n', 1e6)}`, { kind: 'answer' }],
    ['an input of 1 MB', CALL + filled('word ', 1e6), { kind: 'act' }],
    ['a JSON input of 1 MB', `${CALL}{"a":"${filled('word ', 1e6)}"}`, { kind: 'act' }],
    ['a tool name of 1 MB', `Action: ${filled('x', 1e6)}\nAction Input: 1`, { kind: 'act' }],
    ['ten thousand made-up rounds', rounds, { kind: 'act', discarded: true }],
    ['reasoning of 1 MB', `<think>${filled('word ', 1e6)}</think>\nFinal Answer: 1`, { kind: 'answer', answer: '1' }],
    ['an input nested 20,000 deep', CALL + deep(20_000), { kind: 'malformed', reason: 'bad-json' }],
    [
      'a JSON step nested 20,000 deep',
      `{"action":"Calculator","action_input":${deep(20_000)}}`,
      { kind: 'malformed', reason: 'bad-json' },
    ],
    ['a nesting that is never closed', `${CALL}{"a":${'['.repeat(20_000)}`, { kind: 'malformed', reason: 'bad-json' }],
  ];

  it.each(replies)('%s is read in linear time, without overflow', (_, text, expected) => {
    let decision: object = {};

    expect(elapsedMs(() => (decision = parse(text, TOOLS)))).toBeLessThan(MAX_MS);
    expect(decision).toMatchObject(expected);
  });
});
