import { problemOf } from '../../src/protocols/problems';
import { parseNative } from './native-replies';

const call = (index: number) => ({ name: 'GetWeather', arguments: `{"city": "city ${index}"}` });
const many = (count: number) => Array.from({ length: count }, (_, index) => call(index));
const marked = (count: number): string =>
  many(count)
    .map(({ name, arguments: input }) => `<tool_call>{"name": "${name}", "arguments": ${input}}</tool_call>`)
    .join('\n');

describe('a reply with many calls', () => {
  it.each<[string, object]>([
    ['calls of the provider', { calls: many(16) }],
    ['calls left in the text', { content: marked(16) }],
  ])('runs all of sixteen: %s', async (_, written) => {
    const decision = await parseNative(written);
    expect(decision.kind === 'act' && decision.calls.map(({ id }) => id)).toEqual(
      Array.from({ length: 16 }, (_call, index) => `call_${index}`),
    );
  });

  it.each<[string, object]>([
    ['calls of the provider', { content: 'All of them.', calls: many(17) }],
    ['thousands of them', { content: 'All of them.', calls: many(5_000) }],
    ['calls left in the text', { content: `All of them.\n${marked(17)}` }],
  ])('runs none of more, and the model is told: %s', async (_, written) => {
    const problem =
      'Your reply had more than 16 tool calls, so none of them was run. Make fewer at a time. ' +
      'Call a tool, or write the answer for the user as plain text.';
    expect(await parseNative(written)).toMatchObject({ kind: 'malformed', reason: 'too-many-calls', problem });
  });

  it('is told in the language of the run', () => {
    expect(problemOf('too-many-calls', 'zh', { writing: 'native' })).toBe(
      '你的回复一次调用了超过 16 个工具，全部没有执行。请一次少调用几个。请调用工具，或者直接用文字写出给用户的答案。',
    );
  });
});
