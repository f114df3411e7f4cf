import type { Message } from '../../src/core/model';
import type { OpenAiModelOptions } from '../../src/models/openai-options';
import { calls, says } from '../../src/testing';
import { QUESTION, replyOf, scripted } from './ask';

const provider = scripted();

const TURN: Message[] = [
  QUESTION,
  {
    role: 'assistant',
    content: 'Let me see.',
    calls: [{ id: 's1_call_0', name: 'look', input: {} }],
    reasoning: 'so 🙂',
  },
  { role: 'tool', callId: 's1_call_0', content: '12' },
  { role: 'assistant', content: 'It is 12.', reasoning: 'easy' },
  { role: 'user', content: 'And twice that?' },
];

describe('reasoning before a call', () => {
  const sent = async (options: Partial<OpenAiModelOptions>): Promise<Record<string, unknown>[]> => {
    const server = await provider.start([says('24')]);
    await replyOf(provider.model(server, options), { messages: TURN });
    return (server.calls[0]!.body as { messages: Record<string, unknown>[] }).messages;
  };

  it('goes back to DeepSeek, with the turn that made calls and with no other', async () => {
    const messages = await sent({ model: 'DeepSeek-V4' });
    expect(messages[1]).toMatchObject({ content: 'Let me see.', reasoning_content: 'so 🙂' });
    expect(messages.filter((message) => 'reasoning_content' in message)).toHaveLength(1);
  });

  it.each<[string, Partial<OpenAiModelOptions>]>([
    ['to other providers', { model: 'qwen-max' }],
    ['where it is switched off', { model: 'deepseek-chat', replayReasoning: false }],
  ])('does not go back %s', async (_, options) => {
    expect((await sent(options)).some((message) => 'reasoning_content' in message)).toBe(false);
  });

  it('goes back to any provider that is said to want it, also when the same messages went to another before', async () => {
    await sent({ model: 'other' });
    expect((await sent({ model: 'other', replayReasoning: true }))[1]).toHaveProperty('reasoning_content', 'so 🙂');
  });
});

it('calls of tools that were sent under another name come back with their own', async () => {
  const server = await provider.start([calls({ name: 'tool_x1', input: { a: 1 } }, { name: 'look', input: {} })]);
  const reply = await replyOf(provider.model(server), { ownNames: new Map([['tool_x1', '查询']]) });
  expect(reply.calls.map(({ name }) => name)).toEqual(['查询', 'look']);
});
