import type { Message } from '../../src/core/model';
import { says } from '../../src/testing';
import { QUESTION, replyOf, scripted } from './ask';

const provider = scripted();

describe('a request', () => {
  const bodyOf = async (...given: [object?, object?]) => {
    const server = await provider.start([says('x')]);
    await replyOf(provider.model(server, given[1]), given[0]);
    return { body: server.calls[0]!.body as Record<string, unknown>, headers: server.calls[0]!.headers };
  };

  it('carries the messages in the wire form', async () => {
    const messages: Message[] = [
      { role: 'system', content: '你是助手。' },
      QUESTION,
      {
        role: 'assistant',
        content: '',
        calls: [{ id: 's1_call_0', name: 'calculator', input: { expression: '3*4' } }],
      },
      { role: 'tool', content: '12', callId: 's1_call_0' },
      { role: 'assistant', content: 'I look.', calls: [{ id: 's2_call_0', name: 'list', input: '{"broken' }] },
      { role: 'tool', content: 'half \ud83d', callId: 's2_call_0' },
    ];
    const { body } = await bodyOf({ messages });
    expect(body.messages).toEqual([
      { role: 'system', content: '你是助手。' },
      { role: 'user', content: QUESTION.content },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 's1_call_0', type: 'function', function: { name: 'calculator', arguments: '{"expression":"3*4"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 's1_call_0', content: '12' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [{ id: 's2_call_0', type: 'function', function: { name: 'list', arguments: '{"broken' } }],
      },
      { role: 'tool', tool_call_id: 's2_call_0', content: 'half \ufffd' },
    ]);
  });

  it('asks for usage when it streams, and sends temperature, stop and JSON mode', async () => {
    const { body, headers } = await bodyOf({ stop: ['\nObservation:'], json: true });
    expect(body).toMatchObject({
      model: 'scripted',
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.1,
      stop: ['\nObservation:'],
      response_format: { type: 'json_object' },
    });
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('max_tokens');
    expect(headers['content-type']).toBe('application/json');
    expect(headers.authorization).toMatch(/^Bearer sk-canary/);
  });

  it('sends tools with their schemas', async () => {
    const tools = [{ name: '查询订单', description: 'By number.', inputSchema: { type: 'object' }, examples: [{}] }];
    const { body } = await bodyOf({ tools });
    expect(body.tools).toEqual([
      { type: 'function', function: { name: '查询订单', description: 'By number.', parameters: { type: 'object' } } },
    ]);
  });

  it('lets extraBody set other fields', async () => {
    const extraBody = { enable_thinking: false, temperature: 1 };
    const { body } = await bodyOf({}, { extraBody, extraHeaders: { 'x-team': 'shop' } });
    expect(body).toMatchObject({ enable_thinking: false, temperature: 1, model: 'scripted', stream: true });
    expect(body.messages).toHaveLength(1);
  });

  it('sends extra headers, and no authorization without a key', async () => {
    const { headers } = await bodyOf({}, { extraHeaders: { 'x-team': 'shop' }, apiKey: undefined });
    expect(headers['x-team']).toBe('shop');
    expect(headers).not.toHaveProperty('authorization');
  });

  it('does not ask for stream options without streaming', async () => {
    const { body } = await bodyOf({}, { stream: false, maxTokens: 500 });
    expect(body).toMatchObject({ stream: false, max_tokens: 500 });
    expect(body).not.toHaveProperty('stream_options');
  });
});
