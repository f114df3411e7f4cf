import type { Decision } from '../../src/core/protocol';
import { nativeProtocol } from '../../src/protocols/native.protocol';
import { folded, mutator } from './mutate';
import { parseNativeCase, rawReplyOf } from './native-replies';
import { chunksOf, previewOf } from './preview';
import { NATIVE_CASES, type ReplyCase } from './reply-cases';
import type { RawReply } from '../../src/parse-reply';

const MUTANTS = 5000;
const PIECES = [
  ...['{', '}', '[', ']', '"', "'", ',', ':', '\\', '\n', '\r\n', 'data: ', 'data: [DONE]\n\n', '\n\n', '```\n', ' '],
  ...['<think>', '</think>', '<tool_call>', '</tool_call>', '<function=', '<parameter=a>', '<|tool_call_begin|>', '{}'],
  ...[
    '<|im_end|>',
    '<|channel|>',
    '<｜tool▁sep｜>',
    '答',
    '\ud83d',
    'null',
    '"arguments":"',
    '"index":1,',
    '"id":"x",',
  ],
];
const { random, pick, mutated } = mutator(1618, PIECES);

/** A mutant of every string in a value, now and then. */
function mutatedStrings(value: unknown): unknown {
  if (typeof value === 'string') return random(2) === 0 ? mutated(value) : value;
  if (Array.isArray(value)) return value.map(mutatedStrings);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mutatedStrings(item)]));
}

function mutantOf(given: ReplyCase): RawReply {
  const raw = rawReplyOf(given);
  return 'choice' in raw ? { choice: mutatedStrings(raw.choice) } : { sse: mutated(given.input) };
}

describe(`${MUTANTS} mutants of the native replies`, () => {
  const made: { given: ReplyCase; raw: RawReply; decision: Decision }[] = [];
  beforeAll(async () => {
    for (let count = 0; count < MUTANTS; count += 1) {
      const given = pick(NATIVE_CASES);
      const raw = mutantOf(given);
      made.push({ given, raw, decision: await parseNativeCase(given, raw) });
    }
  });

  it('every one is read as something', () => {
    const kinds = new Set(made.map(({ decision }) => decision.kind));

    expect([...kinds].sort()).toEqual(['act', 'answer', 'malformed']);
    for (const { decision } of made)
      if (decision.kind === 'malformed') expect(decision.problem.length).toBeLessThan(250);
  });

  it('none calls a registered tool that its reply did not name, or with anything but an object', () => {
    for (const { given, decision } of made) {
      if (decision.kind !== 'act') continue;
      for (const { name, input } of decision.calls) {
        // a name that comes in two pieces of a stream is not one word in its bytes
        if (given.tools.includes(name) && given.id !== 'sse-023') expect(folded(given.input)).toContain(folded(name));
        expect(input).toEqual(expect.objectContaining({}));
      }
      expect(new Set(decision.calls.map(({ id }) => id)).size).toBe(decision.calls.length);
    }
  });

  it('what is previewed of a text is never another answer', () => {
    for (const { given, raw } of made) {
      const message = 'choice' in raw ? (raw.choice as { message?: { content?: unknown } }).message : undefined;
      if (typeof message?.content !== 'string') continue;
      const text = message.content;
      const decision = nativeProtocol.parse(
        {
          text,
          calls: [],
          finishReason: 'stop',
          usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, estimated: true },
        },
        given.tools.map((name) => ({ name })),
      );
      const { answer } = previewOf(
        chunksOf(text, () => 1 + random(6)),
        given.tools,
        nativeProtocol,
      );

      // reasoning whose opening tag is in the prompt cannot be told from an answer until its closing one comes
      if (decision.kind === 'answer' && !text.includes('</think>'))
        expect({ text, answer }).toEqual({ text, answer: decision.answer });
    }
  });
});
