import type { Decision } from '../../src/core/protocol';
import { nativeProtocol } from '../../src/protocols/native.protocol';
import { elapsedMs, filled, MAX_MS, UNITS } from './floods';
import { chunksOf, previewOf } from './preview';
import { replyOf } from './steps';
import { TOOLS, toolsOf } from './reply-cases';

const OPENINGS = [
  '',
  'word\n',
  '<tool_call>',
  '<tool_call>{"name": "Calculator", "arguments": ',
  '```\n',
  '{"name": "',
];
const MORE = [
  ...['<tool_call>', '<tool_call>{}</tool_call>\n', '<tool_call>{"name":"Calculator","arguments":{}}</tool_call>'],
  ...['<function=Calculator>', '<function=Calculator>\n', '<parameter=a>', '</parameter>', '</function>', '</think>\n'],
  ...[
    '<function=Calculator></function>',
    '<|tool_call_begin|>',
    '<｜tool▁call▁begin｜>',
    '<｜tool▁sep｜>',
    '[TOOL_CALLS]',
  ],
  ...['<|tool_calls_section_begin|>', '{"name":"Calculator","arguments":{}}', '<|channel|>', '<|channel|>a<|message|>'],
];
const parse = (text: string): Decision => nativeProtocol.parse(replyOf({ text, calls: [] }), toolsOf(TOOLS));
const parseArguments = (input: unknown): Decision =>
  nativeProtocol.parse(replyOf({ text: '', calls: [{ id: '', name: 'Calculator', input }] }), toolsOf(TOOLS));

describe('a flood of 200 kB is read in linear time', () => {
  it.each([...UNITS, ...MORE].map((unit) => JSON.stringify(unit)))('of %s', (unit) => {
    const flood = filled(JSON.parse(unit) as string, 200_000);
    for (const opening of OPENINGS) expect(elapsedMs(() => parse(opening + flood))).toBeLessThan(MAX_MS);
    for (const opening of ['', '{"a":', '{"a":"', '"'])
      expect(elapsedMs(() => parseArguments(opening + flood))).toBeLessThan(MAX_MS);
  });

  it.each([...UNITS, ...MORE].map((unit) => JSON.stringify(unit)))('and previewed, of %s', (unit) => {
    const text = `a ${filled(JSON.parse(unit) as string, 40_000)}`;

    expect(
      elapsedMs(() =>
        previewOf(
          chunksOf(text, () => 1),
          TOOLS,
          nativeProtocol,
        ),
      ),
    ).toBeLessThan(MAX_MS);
  });
});

describe('a huge reply is read in linear time', () => {
  it.each<[string, string, string]>([
    ['an answer of 1 MB', filled('word ', 1e6), 'answer'],
    ['an answer of 500,000 lines', filled('a\n', 1e6), 'answer'],
    ['reasoning of 1 MB', `<think>${filled('word ', 1e6)}</think>\n1`, 'answer'],
    [
      'ten thousand left calls',
      filled('<tool_call>{"name":"Calculator","arguments":{}}</tool_call>\n', 600_000),
      'malformed',
    ],
    ['a left call of 1 MB', `<function=Calculator>\n<parameter=a>${filled('x', 1e6)}</parameter>\n</function>`, 'act'],
  ])('%s', (_, text, kind) => {
    let decision: Partial<Decision> = {};

    expect(elapsedMs(() => (decision = parse(text)))).toBeLessThan(MAX_MS);
    expect(decision.kind).toBe(kind);
  });

  it('arguments of 1 MB', () => {
    for (const input of [`{"a":"${filled('word ', 1e6)}"}`, { a: filled('word ', 1e6) }]) {
      let decision: Partial<Decision> = {};
      expect(elapsedMs(() => (decision = parseArguments(input)))).toBeLessThan(MAX_MS);
      expect(decision.kind).toBe('act');
    }
  });
});
