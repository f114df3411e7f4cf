import { jsonProtocol } from '../../src/protocols/json.protocol';
import { elapsedMs, filled, MAX_MS, UNITS } from './floods';
import { chunksOf, previewOf } from './preview';
import { parseJson, TOOLS } from './reply-cases';

const ACTING = '{"thought": "t", "action": "Calculator", "action_input": ';
const ANSWERING = '{"thought": "t", "action": "Final Answer", "action_input": "a ';
const OPENINGS = ['', 'a {', '```json\n', `${ACTING}"`, `${ACTING}1}\n`];
const MORE = [
  '{"thought":"t"}\n',
  '{"thought":"t"}',
  '{"action":',
  '```{',
  '{}',
  '{"a":1} ',
  '</think>\n{"a":1}\n',
  '\\u00',
  ',',
];

describe('a flood of 200 kB is read in linear time', () => {
  it.each([...UNITS, ...MORE].map((unit) => JSON.stringify(unit)))('of %s', (unit) => {
    for (const opening of OPENINGS) {
      const text = opening + filled(JSON.parse(unit) as string, 200_000);

      expect(elapsedMs(() => parseJson(text))).toBeLessThan(MAX_MS);
    }
  });

  it.each([...UNITS, ...MORE].map((unit) => JSON.stringify(unit)))('and previewed, of %s', (unit) => {
    const text = ANSWERING + filled(JSON.parse(unit) as string, 40_000);

    expect(
      elapsedMs(() =>
        previewOf(
          chunksOf(text, () => 1),
          TOOLS,
          jsonProtocol,
        ),
      ),
    ).toBeLessThan(MAX_MS);
  });
});

describe('a huge reply', () => {
  const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const replies: [string, string, object][] = [
    ['an answer of 1 MB', `${ANSWERING}${filled('word ', 1e6)}"}`, { kind: 'answer' }],
    ['an answer of 1 MB of escapes', `${ANSWERING}${filled('\\n', 1e6)}x"}`, { kind: 'answer' }],
    ['an input of 1 MB', `${ACTING}"${filled('word ', 1e6)}"}`, { kind: 'act' }],
    ['a tool name of 1 MB', `{"action": "${filled('x', 1e6)}", "action_input": 1}`, { kind: 'act' }],
    ['prose of 1 MB', filled('word ', 1e6), { kind: 'answer' }],
    ['ten thousand steps', filled(`${ACTING}"1"}\n`, 700_000), { kind: 'act', discarded: true }],
    ['ten thousand thoughts', filled('{"thought": "t"}\n', 200_000), { kind: 'malformed', reason: 'missing-action' }],
    ['reasoning of 1 MB', `<think>${filled('word ', 1e6)}</think>\n${ANSWERING}"}`, { kind: 'answer', answer: 'a' }],
    ['an input nested 20,000 deep', `${ACTING}${deep(20_000)}}`, { kind: 'malformed', reason: 'bad-json' }],
    ['a step wrapped 20,000 times', `${'{"step":'.repeat(20_000)}1`, { kind: 'malformed', reason: 'bad-json' }],
    ['lists 20,000 deep', '['.repeat(20_000), { kind: expect.stringMatching(/answer|malformed/) }],
  ];

  it.each(replies)('%s is read in linear time, without overflow', (_, text, expected) => {
    let decision: object = {};

    expect(elapsedMs(() => (decision = parseJson(text)))).toBeLessThan(MAX_MS);
    expect(decision).toMatchObject(expected);
  });
});
