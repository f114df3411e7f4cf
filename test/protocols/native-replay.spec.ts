import type { Message } from '../../src/core/model';
import { nativeProtocol } from '../../src/protocols/native.protocol';
import { actStep, answerStep, malformedStep, observed } from './steps';

const replay = (...steps: Parameters<typeof nativeProtocol.replay>[0][]): Message[] =>
  steps.flatMap((step) => nativeProtocol.replay(step, 'en'));

it('a step is one message with its calls, then one result for each', () => {
  const step = actStep(3, 'Let me look.', [
    { name: 'query_order', input: { orderId: '1' }, observation: observed('signed') },
    { name: 'query_logistics', input: { orderId: '1' }, observation: observed('arrived') },
  ]);

  expect(replay(step)).toEqual([
    {
      role: 'assistant',
      content: 'Let me look.',
      calls: [
        { id: 's3_call_0', name: 'query_order', input: { orderId: '1' } },
        { id: 's3_call_1', name: 'query_logistics', input: { orderId: '1' } },
      ],
    },
    { role: 'tool', callId: 's3_call_0', content: 'signed' },
    { role: 'tool', callId: 's3_call_1', content: 'arrived' },
  ]);
});

it('every call has exactly one result, whatever became of it', () => {
  const calls = [
    { name: 'a', input: {}, state: 'rejected' as const, observation: observed('Ann rejected this call.', false) },
    { name: 'b', input: {}, state: 'waiting' as const },
    { name: 'c', input: {}, state: 'started' as const },
    { name: 'd', input: {}, state: 'proposed' as const },
    { name: 'Teleport', input: {}, observation: observed('Unknown tool', false) },
  ];
  const messages = replay(actStep(1, '', calls), actStep(2, '', calls, { forced: 'step_limit' }), answerStep(3, 'so'));
  const asked = messages.flatMap((message) => message.calls ?? []).map(({ id }) => id);
  const told = messages.filter(({ role }) => role === 'tool').map(({ callId }) => callId);

  expect(told).toEqual(asked);
  expect(new Set(told).size).toBe(10);
  expect(messages.filter(({ role }) => role === 'tool').every(({ content }) => content !== '')).toBe(true);
});

describe('arguments of a call that was written in another spelling are an object', () => {
  it.each<[string, object, object]>([
    ['as the tool took it', { input: '1+1', validated: { expression: '1+1' } }, { expression: '1+1' }],
    ['wrapped, when it could not run', { input: '1+1' }, { input: '1+1' }],
    ['a list, wrapped', { input: [1, 2] }, { input: [1, 2] }],
    ['nothing', { input: '' }, {}],
    ['null', { input: null }, {}],
    [
      'as the model wrote it, when that is an object',
      { input: { expr: '1' }, validated: { expression: '1' } },
      { expr: '1' },
    ],
  ])('%s', (_, given, expected) => {
    const [message] = replay(actStep(1, '', [{ name: 'calculator', input: undefined, ...given }]));

    expect(message?.calls?.[0]?.input).toEqual(expected);
  });
});

it('reasoning stays with the turn that made calls', () => {
  const [asked] = replay(actStep(1, '', [{ name: 'a', input: {} }], { reasoning: 'so' }));
  expect(asked?.reasoning).toBe('so');
  expect(replay({ ...answerStep(2, 'x'), reasoning: 'so' })[0]).toEqual({ role: 'assistant', content: 'x' });
});

it('a reply that could not be read is text and a word to the model, never a call', () => {
  const messages = replay({ ...malformedStep(1, ''), protocol: 'native' });

  expect(messages).toEqual([
    { role: 'assistant', content: '(empty reply)' },
    { role: 'user', content: expect.stringMatching(/no valid JSON object.*Make the call again/) },
  ]);
});
