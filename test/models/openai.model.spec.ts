import { calls, cutAtLength, reasons, says, spelled } from '../../src/testing';
import type { ReplyTurn, WireOddities } from '../../src/testing';
import { ask, replyOf, scripted } from './ask';

const provider = scripted();
const BOTH_WAYS = [true, false];
const HARD_TEXT = '零下三度 🙂 – naïve\n\n"quoted" \\ data: x \u2028 end';

describe.each(BOTH_WAYS)('a reply with stream: %s', (stream) => {
  const replyTo = async (turn: ReplyTurn) => {
    const server = await provider.start([turn]);
    return replyOf(provider.model(server, { stream }));
  };

  it('is yielded as text, then as exactly one reply of the same text', async () => {
    const server = await provider.start([says(HARD_TEXT)]);
    const { pieces, replies } = await ask(provider.model(server, { stream }));
    expect(replies).toEqual([
      {
        text: HARD_TEXT,
        calls: [],
        finishReason: 'stop',
        usage: { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0, estimated: false },
      },
    ]);
    expect(pieces.join('')).toBe(HARD_TEXT);
  });

  it.each<[string, WireOddities]>([
    ['slices of 7 bytes through characters', { sliceBytes: 7 }],
    ['slices of one byte', { sliceBytes: 1, pieceChars: 20 }],
    ['a piece per UTF-16 unit', { pieceChars: 1 }],
    ['CRLF line ends', { newline: '\r\n' }],
    ['CRLF line ends in slices of 5 bytes', { newline: '\r\n', sliceBytes: 5 }],
    ['CR line ends', { newline: '\r' }],
    ['data: without a space', { noSpace: true }],
    ['comments and empty events', { comments: true }],
    ['no [DONE]', { noDone: true }],
    ['the other mode than was asked for', { otherMode: true }],
    ['all at once', { newline: '\r\n', noSpace: true, comments: true, noDone: true, sliceBytes: 7, pieceChars: 1 }],
  ])('is byte-exact with %s', async (_, wire) => {
    expect((await replyTo(says(HARD_TEXT, wire))).text).toBe(HARD_TEXT);
  });

  it.each<[string, WireOddities]>([
    ['pieces', {}],
    ['a whole call in one delta', { args: 'whole' }],
    ['no index', { index: 'missing' }],
    ['no index and whole calls', { index: 'missing', args: 'whole' }],
    ['an index that is always 0', { index: 'zero' }],
    ['ids and names repeated', { ids: 'repeated' }],
    ['empty ids and names', { ids: 'empty' }],
    ['a new id in every piece', { ids: 'fresh' }],
  ])('merges two calls that come with %s', async (_, wire) => {
    const turn = calls(
      { name: 'get_weather', input: { city: '坦佩雷' } },
      { name: 'calculator', input: { expression: '3*4' } },
    );
    const reply = await replyTo(spelled(turn, wire));
    expect(reply.calls).toEqual([
      { id: 'call_0', name: 'get_weather', input: '{"city":"坦佩雷"}' },
      { id: 'call_1', name: 'calculator', input: '{"expression":"3*4"}' },
    ]);
    expect(reply.finishReason).toBe('tool_calls');
  });

  it('keeps two calls apart that have no ids', async () => {
    const turn = calls({ name: 'get_weather', input: { city: 'A' } }, { name: 'get_weather', input: { city: 'B' } });
    for (const wire of [{ ids: 'none' }, { ids: 'none', index: 'missing' }, { ids: 'none', index: 'zero' }] as const) {
      const reply = await replyTo(spelled(turn, wire));
      expect(reply.calls).toEqual([
        { id: '', name: 'get_weather', input: '{"city":"A"}' },
        { id: '', name: 'get_weather', input: '{"city":"B"}' },
      ]);
    }
  });

  it('takes arguments as an object, or none at all', async () => {
    const turn = calls({ name: 'list_tables', input: { schema: 'main' } });
    expect((await replyTo(spelled(turn, { args: 'object' }))).calls[0]?.input).toEqual({ schema: 'main' });
    expect((await replyTo(spelled(turn, { args: 'none' }))).calls[0]?.input).toBe('');
  });

  it('takes the deprecated function_call', async () => {
    const turn = { ...calls({ name: 'list_tables', input: {} }), finishReason: 'function_call' };
    const reply = await replyTo(spelled(turn, { functionCall: true }));
    expect(reply.calls).toEqual([{ id: '', name: 'list_tables', input: '{}' }]);
    expect(reply.finishReason).toBe('tool_calls');
  });

  it('has text before a call in the same message', async () => {
    const reply = await replyTo({ ...calls({ name: 'list_tables', input: {} }), text: 'Let me look.' });
    expect(reply.text).toBe('Let me look.');
    expect(reply.calls).toHaveLength(1);
  });

  it.each(['reasoning_content', 'reasoning'] as const)('keeps %s out of the text', async (reasoningField) => {
    const reply = await replyTo(spelled(reasons('three times four 🙂', 'Twelve.'), { reasoningField, pieceChars: 3 }));
    expect(reply).toMatchObject({ text: 'Twelve.', reasoning: 'three times four 🙂' });
  });

  it('shows a refusal as text', async () => {
    expect((await replyTo({ refusal: 'I cannot help with that.' })).text).toBe('I cannot help with that.');
  });

  it.each([
    ['length', 'length'],
    ['max_tokens', 'length'],
    ['content_filter', 'content_filter'],
    ['eos', 'stop'],
    ['tool_calls', 'stop'], // without a call
    ['constructor', 'stop'],
  ])('maps finish_reason %s to %s', async (finishReason, expected) => {
    expect((await replyTo({ text: 'x', finishReason })).finishReason).toBe(expected);
  });

  it('tells that it was cut at the token limit', async () => {
    expect((await replyTo(cutAtLength('Half an ans'))).finishReason).toBe('length');
  });

  it('says tool_calls when the provider says stop beside calls', async () => {
    const turn = { ...calls({ name: 'list_tables', input: {} }), finishReason: 'stop' };
    expect((await replyTo(turn)).finishReason).toBe('tool_calls');
  });

  it.each(['last', 'every', 'in-choice'] as const)('takes usage from: %s', async (usage) => {
    const turn = { ...says('x'), usage: { inputTokens: 120, outputTokens: 7, cachedInputTokens: 100 } };
    const reply = await replyTo(spelled(turn, { usage }));
    expect(reply.usage).toEqual({ inputTokens: 120, outputTokens: 7, cachedInputTokens: 100, estimated: false });
  });

  it.each(['null', 'none'] as const)('estimates usage that is: %s', async (usage) => {
    const { usage: figures } = await replyTo(says('四个汉字 and text', { usage }));
    expect(figures).toMatchObject({ estimated: true, cachedInputTokens: 0 });
    expect(figures.inputTokens).toBe(7 + 4); // the words, and what frames a message
    expect(figures.outputTokens).toBe(7);
  });

  it('leaves connections that later calls use', async () => {
    const server = await provider.start(() => says('again'));
    const model = provider.model(server, { stream });
    for (let call = 0; call < 8; call++) await replyOf(model);
    // a second one is opened when a call follows in the very turn of the event loop in which the last one ended
    expect(new Set(server.calls.map(({ clientPort }) => clientPort)).size).toBeLessThanOrEqual(2);
  });
});

describe('a stream', () => {
  it('ends at [DONE] although the server keeps the connection open', async () => {
    const server = await provider.start([says('Twelve.', { staysOpen: true })]);
    expect((await replyOf(provider.model(server))).text).toBe('Twelve.');
  });

  it('is complete with its finish_reason although the connection then hangs', async () => {
    const server = await provider.start([says('Twelve.', { staysOpen: true, noDone: true })]);
    expect((await replyOf(provider.model(server, { idleTimeoutMs: 1000 }))).text).toBe('Twelve.');
  });

  it('yields text while the rest is still to come', async () => {
    const server = await provider.start([says('one two three four', { pieceChars: 4, pauseMs: 30 })]);
    const { pieces } = await ask(provider.model(server));
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe('one two three four');
  });

  it('never yields half a surrogate pair', async () => {
    const server = await provider.start([says('a🙂b🙂', { pieceChars: 1, pauseMs: 5 })]);
    const { pieces } = await ask(provider.model(server));
    for (const piece of pieces) expect(piece).not.toMatch(/\p{Surrogate}/u);
    expect(pieces.join('')).toBe('a🙂b🙂');
  });

  it('turns half a pair that stays alone into U+FFFD, in the pieces and in the reply', async () => {
    const server = await provider.start([says('a\ud83d b', { pieceChars: 1 })]);
    const { pieces, replies } = await ask(provider.model(server));
    expect(replies[0]?.text).toBe('a\ufffd b');
    expect(pieces.join('')).toBe('a\ufffd b');
  });
});
