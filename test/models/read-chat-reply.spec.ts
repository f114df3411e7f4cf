import { ModelError } from '../../src/core/errors';
import { ChatReplyBuilder } from '../../src/models/chat-reply';
import { readChatReply } from '../../src/models/read-chat-reply';
import { ReplyReader } from '../../src/models/reply-reader';

const event = (choice: object, more: object = {}): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, finish_reason: null, ...choice }], ...more })}\n\n`;
const pieces = (...list: object[]): string =>
  list.map((piece) => event({ delta: { tool_calls: [piece] } })).join('') +
  event({ delta: {}, finish_reason: 'tool_calls' });
const callsOf = async (sse: string) =>
  (await readChatReply({ sse })).calls.map(({ id, name, input }) => [id, name, input]);

describe('a recorded stream', () => {
  it('joins calls whose pieces come in turns', async () => {
    const sse = pieces(
      { index: 0, id: 'c1', function: { name: 'get_weather', arguments: '' } },
      { index: 1, id: 'c2', function: { name: 'calculator', arguments: '{"expr": "3' } },
      { index: 0, function: { arguments: '{"city": "Tampere"}' } },
      { index: 1, function: { arguments: '*3"}' } },
    );
    expect(await callsOf(sse)).toEqual([
      ['c1', 'get_weather', '{"city": "Tampere"}'],
      ['c2', 'calculator', '{"expr": "3*3"}'],
    ]);
  });

  it('joins two pieces of one index in one chunk', async () => {
    const tool_calls = [
      { index: 0, id: 'c1', function: { name: 'get_weather' } },
      { index: 0, function: { arguments: '{"city": "Tampere"}' } },
    ];
    const sse = event({ delta: { tool_calls } }) + event({ delta: {}, finish_reason: 'stop' });
    expect(await callsOf(sse)).toEqual([['c1', 'get_weather', '{"city": "Tampere"}']]);
  });

  it('takes a name that comes in two, as it grows, or again and again', async () => {
    for (const names of [
      ['get_', 'weather'],
      ['get_', 'get_weather'],
      ['get_weather', 'get_weather', ''],
    ]) {
      const list = names.map((name, at) => ({
        index: 0,
        id: 'c1',
        function: { name, arguments: '{"a": 1}'.charAt(at) },
      }));
      const rest = { index: 0, function: { arguments: '{"a": 1}'.slice(names.length) } };
      expect(await callsOf(pieces(...list, rest))).toEqual([['c1', 'get_weather', '{"a": 1}']]);
    }
  });

  it('takes {} before the arguments for a placeholder, and the whole at the end for a repetition', async () => {
    const first = { index: 0, id: 'c1', function: { name: 'get_weather', arguments: '{}' } };
    const whole = { index: 0, function: { arguments: '{"city": "Tampere"}' } };
    expect(await callsOf(pieces(first, whole, whole))).toEqual([['c1', 'get_weather', '{"city": "Tampere"}']]);
  });

  it('opens no second call for a name that is repeated after the arguments', async () => {
    const whole = { index: 0, function: { name: 'get_weather', arguments: '{"city": "Tampere"}' } };
    const again = { index: 0, function: { name: 'get_weather', arguments: '' } };
    expect(await callsOf(pieces(whole, again))).toEqual([['', 'get_weather', '{"city": "Tampere"}']]);
  });

  it('keeps calls in the order of their index', async () => {
    const second = { index: 1, id: 'b', function: { name: 'second', arguments: '{}' } };
    const first = { index: 0, id: 'a', function: { name: 'first', arguments: '{}' } };
    expect((await callsOf(pieces(second, first))).map(([id]) => id)).toEqual(['a', 'b']);
  });

  it('may end its last event without a blank line', async () => {
    const sse = event({ delta: { content: 'Twelve.' }, finish_reason: 'stop' }).trimEnd();
    expect((await readChatReply({ sse })).text).toBe('Twelve.');
  });

  it.each([1e308, -1, 1.5, 1_000_000_001, '12'])(
    'estimates usage rather than believe a figure of %p',
    async (figure) => {
      for (const usage of [
        { prompt_tokens: figure, completion_tokens: 3 },
        { prompt_tokens: 9, completion_tokens: figure },
      ]) {
        const sse = event({ delta: { content: 'four words of text' }, finish_reason: 'stop' }, { usage });
        expect((await readChatReply({ sse })).usage).toMatchObject({ estimated: true, outputTokens: 5 });
      }
      const usage = { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: figure } };
      const sse = event({ delta: { content: 'x' }, finish_reason: 'stop' }, { usage });
      const { cachedInputTokens, estimated } = (await readChatReply({ sse })).usage;
      expect([cachedInputTokens <= 9, cachedInputTokens >= 0, estimated]).toEqual([true, true, false]);
    },
  );

  it('ignores usage: null and takes what came before it', async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 3 };
    const sse =
      event({ delta: { content: 'x' } }, { usage }) + event({ delta: {}, finish_reason: 'stop' }, { usage: null });
    expect((await readChatReply({ sse })).usage).toEqual({
      inputTokens: 9,
      outputTokens: 3,
      cachedInputTokens: 0,
      estimated: false,
    });
  });

  it('skips keep-alives that a proxy has wrapped in events', async () => {
    const sse = `data: : keepalive\n\n${event({ delta: { content: 'x' }, finish_reason: 'stop' })}data: [DONE]\n\n`;
    expect((await readChatReply({ sse })).text).toBe('x');
  });

  it.each([
    ['without a finish_reason', event({ delta: { content: 'Half' } })],
    [
      'with an error in it',
      event({ delta: { content: 'Half' } }) + 'data: {"error":{"message":"x"}}\n\ndata: [DONE]\n\n',
    ],
    ['of nothing', ''],
  ])('%s is refused', async (_, sse) => {
    const reading = readChatReply({ sse });
    await expect(reading).rejects.toBeInstanceOf(ModelError);
    await expect(reading).rejects.toMatchObject({ code: 'model_bad_reply' });
  });
});

describe('a recorded message', () => {
  it('is read like a live one', async () => {
    const content = [
      { type: 'text', text: 'Part one. ' },
      { type: 'text', text: 'Part two.' },
    ];
    const reply = await readChatReply({ choice: { finish_reason: 'stop', message: { content } } });
    expect(reply).toMatchObject({ text: 'Part one. Part two.', calls: [], finishReason: 'stop' });
    expect(reply.usage.estimated).toBe(true);
  });

  it('keeps what is broken in its arguments', async () => {
    const message = { content: null, tool_calls: [{ id: '', function: { name: 'send', arguments: '{"to": "a' } }] };
    const { calls, finishReason } = await readChatReply({ choice: { message, finish_reason: 'length' } });
    expect(calls).toEqual([{ id: '', name: 'send', input: '{"to": "a' }]);
    expect(finishReason).toBe('length');
  });

  it('does not change the prototype of anything', async () => {
    const input = JSON.parse('{"__proto__": {"admin": true}, "url": "x"}') as object;
    const message = { tool_calls: [{ id: 'c', function: { name: 'get', arguments: input } }] };
    const { calls } = await readChatReply({ choice: { message } });
    expect((calls[0]!.input as { admin?: unknown }).admin).toBeUndefined();
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });
});

describe('recorded text', () => {
  it('is a reply that stopped by itself unless it says otherwise', async () => {
    expect(await readChatReply({ text: 'Final Answer: 12' })).toMatchObject({
      text: 'Final Answer: 12',
      finishReason: 'stop',
    });
    expect(await readChatReply({ text: 'x', finishReason: null })).toMatchObject({ finishReason: 'stop' });
    expect(await readChatReply({ text: 'x', finishReason: 'length' })).toMatchObject({ finishReason: 'length' });
  });

  it('may be larger than a live reply', async () => {
    expect((await readChatReply({ text: 'x'.repeat(3_000_000) })).text).toHaveLength(3_000_000);
  });
});

describe('floods', () => {
  const LIMIT = 1024 * 1024;
  const faultOfFlood = (block: string): unknown => {
    const reader = new ReplyReader(new ChatReplyBuilder(LIMIT), LIMIT);
    const bytes = Buffer.from(block.repeat(Math.ceil(65_536 / block.length)));
    try {
      for (let read = 0; read < 100 * LIMIT; read += bytes.length) reader.push(bytes);
      return undefined;
    } catch (error) {
      return error;
    }
  };

  it.each([
    ['carriage returns', '\r'],
    ['line ends', '\n'],
    ['comments', ':\n'],
    ['lines that are no SSE', 'x\n'],
    ['a line without an end', 'data: '],
    ['data without an end', 'data: x\n'],
    ['empty events', 'data:\n\n'],
    ['events of nothing', 'data: {}\n\n'],
    [
      'empty calls',
      'data: {"choices":[{"delta":{"tool_calls":[{"id":"","function":{"name":"a","arguments":"{}"}}]}}]}\n\n',
    ],
    ['JSON without an end', '{"a":'],
  ])('of %s end within the size limit', (_, block) => {
    expect(faultOfFlood(block)).toMatchObject({ code: 'model_bad_reply' });
  });
});
