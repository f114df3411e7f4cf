import type { ModelReply } from '../../src/core/model';
import { NO_USAGE } from '../../src/core/model';
import type { Decision } from '../../src/core/protocol';
import { nativeProtocol } from '../../src/protocols/native.protocol';
import { byteSlices, choiceOf, parseNative, parseNativeCase, sseOf } from './native-replies';
import { parseReply } from '../../src/parse-reply';
import { previewOf } from './preview';
import { randomNumbers } from './random';
import { JSON_CASES, NATIVE_CASES, parseCase, TEXT_CASES, toolsOf, type ReplyCase } from './reply-cases';
import { WAYS_TO_SPLIT, without } from './split-ways';

const STREAMS = NATIVE_CASES.filter(({ dialect }) => dialect === 'native-stream');
const WHOLE = NATIVE_CASES.filter(({ dialect }) => dialect === 'native');

type Message = { content?: unknown; tool_calls?: unknown; function_call?: unknown };
const messageOf = ({ input }: ReplyCase): Message => (JSON.parse(input) as { message: Message }).message;
/** Cases of text alone. */
const TEXTS = WHOLE.filter((given) => {
  const { content, tool_calls: calls, function_call: legacy } = messageOf(given);
  return typeof content === 'string' && content !== '' && !calls && !legacy;
});
const textOf = (given: ReplyCase): string => messageOf(given).content as string;

const asReply = ({ text, calls }: Pick<ModelReply, 'text' | 'calls'>): ModelReply => ({
  text,
  calls,
  usage: NO_USAGE,
  finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
});

describe('property 1: chunks make no difference', () => {
  const random = randomNumbers(3141);

  it.each(STREAMS)('bytes of the stream cut anywhere, $id', async (given) => {
    const decision = await parseNativeCase(given);
    for (const size of [() => 1, () => 1 + random(7), () => 1 + random(60)])
      expect(await parseNativeCase(given, { sse: byteSlices(given.input, size) })).toEqual(decision);
  });

  it.each(WAYS_TO_SPLIT)('text in deltas, %s', async (_, split) => {
    for (const given of [...TEXTS, ...JSON_CASES, ...TEXT_CASES]) {
      const text = given.protocol === 'native' ? textOf(given) : given.input;
      const finish = given.finish_reason ?? 'stop';
      const read = await parseReply(given.protocol, { sse: sseOf(split(text), finish) }, given.tools);
      const whole = given.protocol === 'native' ? await parseNativeCase(given) : parseCase(given);

      expect({ id: given.id, ...read }).toEqual({ id: given.id, ...whole });
    }
  });

  it.each(WAYS_TO_SPLIT)('previews, %s', async (_, split) => {
    for (const given of TEXTS) {
      const decision = await parseNativeCase(given);
      const { answer } = previewOf(split(textOf(given)), given.tools, nativeProtocol);

      if (decision.kind === 'answer') expect(answer).toBe(decision.answer);
      else expect(decision.thought.startsWith(answer)).toBe(true);
    }
  });
});

describe('property 3: reasoning in front changes nothing but itself', () => {
  it.each(WHOLE)('$id', async (given) => {
    const choice = JSON.parse(given.input) as { message: Message };
    const { content } = choice.message;
    if (Array.isArray(content)) return;
    const draft = '<think>Let me call\n<tool_call>{"name": "SendEmail", "arguments": {}}</tool_call></think>\n';
    const before = await parseNativeCase(given);
    const after = await parseNativeCase(given, {
      choice: {
        ...choice,
        message: { ...choice.message, content: draft + (typeof content === 'string' ? content : '') },
      },
    });

    // a refusal stands after the content
    expect(without(after, 'reasoning')).toEqual(without(before, 'reasoning'));
    expect(after.reasoning).toContain('SendEmail');
  });
});

describe('property 4: line ends make no difference', () => {
  it.each(STREAMS)('of the stream, $id', async (given) => {
    const sse = given.input.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');

    expect(await parseNativeCase(given, { sse })).toEqual(await parseNativeCase(given));
  });

  it.each(TEXTS)('of the text, $id', async (given) => {
    const content = textOf(given).replaceAll('\n', '\r\n');

    expect(await parseNativeCase(given, choiceOf({ content }))).toEqual(await parseNativeCase(given));
  });
});

describe('property 5: a rendered reply is read back unchanged', () => {
  it.each(NATIVE_CASES.filter(({ expect: { kind } }) => kind !== 'invalid'))('$id', async (given) => {
    const decision = await parseNativeCase(given);
    const again = nativeProtocol.parse(asReply(nativeProtocol.render(decision)), toolsOf(given.tools));

    expect(without(again, 'reasoning')).toEqual(without(decision, 'reasoning'));
  });
});

describe('property 6: an unreadable reply is told in a few words', () => {
  it.each(NATIVE_CASES.filter(({ expect: { kind } }) => kind === 'invalid'))('$id', async (given) => {
    expect(await parseNativeCase(given)).toMatchObject({
      kind: 'malformed',
      problem: expect.stringMatching(/^.{20,250}$/s),
    });
  });
});

describe('a reply that its provider cut is never used', () => {
  it.each(WHOLE)('$id', async (given) => {
    const choice = JSON.parse(given.input) as object;
    for (const finish_reason of ['length', 'content_filter'])
      expect(await parseNativeCase(given, { choice: { ...choice, finish_reason } })).toMatchObject({
        kind: 'malformed',
        reason: finish_reason === 'length' ? 'truncated' : 'filtered',
      });
  });
});

it('whatever a provider sends is read as something', async () => {
  const odd: unknown[] = [null, 7, 'x', true, [], [null], {}, { a: 1 }, '\ud83d', '[', '{', '"', '{"a":'];
  const decisions: Decision[] = [];
  for (const value of odd) {
    decisions.push(await parseNative({ content: value, calls: [{ name: value, arguments: value }] }));
    decisions.push(await parseNative({ content: 'x', calls: [{ name: 'GetWeather', arguments: value }] }));
  }
  for (const decision of decisions) expect(['act', 'answer', 'malformed']).toContain(decision.kind);
});
