import { elapsedMs, filled, MAX_MS, UNITS } from './floods';
import { TOOLS, parse } from './reply-cases';
import { chunksOf, previewOf } from './preview';

const CALL = 'Thought: x\nAction: Calculator\nAction Input: ';

const OPENINGS = ['', CALL, 'Thought: x\nFinal Answer: y\n', 'Action: Calculator[', `${CALL}{"a": "`, `${CALL}{'a': '`];

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
