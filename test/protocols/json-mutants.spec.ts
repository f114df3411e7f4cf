import type { Decision } from '../../src/core/protocol';
import { jsonProtocol } from '../../src/protocols/json.protocol';
import { folded, mutator } from './mutate';
import { chunksOf, previewOf } from './preview';
import { JSON_CASES, meaningOf, parseCase, type ReplyCase } from './reply-cases';

const MUTANTS = 5000;
const PIECES = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ',',
    ':',
    '\\',
    '\\u00',
    '\\"',
    '\n',
    '\r\n',
    '```\n',
    '```json\n',
    '//',
    '：',
    '“',
  ],
  ...['"action": ', '"action_input": ', '"thought": ', '"Final Answer"', '"final_answer": "', 'null', '{}', '", "'],
  ...['<think>', '</think>', '<|im_end|>', 'Action: ', 'Final Answer: ', ' ', '答', '\ud83d'],
];
const { random, pick, mutated } = mutator(2718, PIECES);

const MADE: readonly { given: ReplyCase; text: string; decision: Decision }[] = Array.from({ length: MUTANTS }, () => {
  const given = pick(JSON_CASES);
  const text = mutated(given.input);
  return { given, text, decision: parseCase(given, text) };
});

describe(`${MUTANTS} mutants of the JSON replies`, () => {
  it('every one is read as something', () => {
    const kinds = new Set(MADE.map(({ decision }) => decision.kind));

    expect([...kinds].sort()).toEqual(['act', 'answer', 'malformed']);
    for (const { decision } of MADE) expect(decision.thought).toEqual(expect.any(String));
  });

  it('none calls a registered tool that its reply did not name', () => {
    for (const { given, decision } of MADE) {
      const { tool } = meaningOf(decision);
      if (tool !== undefined && given.tools.includes(tool)) expect(folded(given.input)).toContain(folded(tool));
    }
  });

  it('what is previewed of an answer is the answer, and of an action nothing', () => {
    for (const { given, text, decision } of MADE) {
      if (given.finish_reason === 'length') continue; // which a splitter is not told
      const pieces = chunksOf(text, () => 1 + random(6));
      const { answer } = previewOf(pieces, given.tools, jsonProtocol);

      if (decision.kind === 'answer') expect({ text, answer }).toEqual({ text, answer: decision.answer });
      if (decision.kind === 'act') expect({ text, answer }).toEqual({ text, answer: '' });
    }
  });

  it('what is rendered of one is read back', () => {
    for (const { given, decision } of MADE) {
      if (decision.kind === 'malformed') continue;
      const again = parseCase({ ...given, finish_reason: 'stop' }, jsonProtocol.render(decision).text);

      expect(meaningOf(again)).toEqual(meaningOf(decision));
    }
  });
});
