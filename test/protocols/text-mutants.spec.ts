import type { Decision } from '../../src/core/protocol';
import { chunksOf, previewOf } from './preview';
import { folded, mutator } from './mutate';
import { meaningOf, parseCase, TEXT_CASES, type ReplyCase } from './reply-cases';

const MUTANTS = 10_000;

const PIECES = [
  ...[
    'Thought:',
    'Action:',
    'Action Input:',
    'Final Answer:',
    'Observation:',
    '\n',
    '\r\n',
    '```\n',
    '{',
    '}',
    '"',
    "'",
    '[',
    ']',
  ],
  ...['<think>', '</think>', '<|im_end|>', '：', '**', '- ', '1. ', ' ', '\\', 'None', '答', '观察', 'Obser', '\ud83d'],
];

const { random, pick, mutated } = mutator(417, PIECES);

const MADE: readonly { given: ReplyCase; text: string; decision: Decision }[] = Array.from({ length: MUTANTS }, () => {
  const given = pick(TEXT_CASES);
  const text = mutated(given.input);
  return { given, text, decision: parseCase(given, text) };
});

describe(`${MUTANTS} mutants of the replies`, () => {
  it('every one is read as something', () => {
    const kinds = new Set(MADE.map(({ decision }) => decision.kind));

    expect([...kinds].sort()).toEqual(['act', 'answer', 'malformed']);
    for (const { decision } of MADE) expect(decision.thought).toEqual(expect.any(String));
  });

  it('none calls a registered tool that the reply did not name', () => {
    for (const { given, text, decision } of MADE) {
      const { tool } = meaningOf(decision);
      if (tool !== undefined && given.tools.includes(tool)) expect(folded(text)).toContain(folded(tool));
    }
  });

  it('what is previewed of an answer is the answer', () => {
    for (const { given, text, decision } of MADE) {
      const { answer } = previewOf(
        chunksOf(text, () => 1 + random(6)),
        given.tools,
      );
      if (isTruncated(given)) continue;

      expect({ text, answer }).toEqual({ text, answer: decision.kind === 'answer' ? decision.answer : '' });
    }
  });
});

/** The splitter is not told that the provider cut the reply. */
const isTruncated = ({ finish_reason }: ReplyCase): boolean => finish_reason === 'length';
