import { encodingOf } from '../../src/tokens/model-encoding';

describe('the vocabulary of a model', () => {
  it.each([
    'gpt-4',
    'gpt-4-0613',
    'gpt-4-turbo-2024-04-09',
    'GPT-4-32k',
    'openai/gpt-4',
    'ft:gpt-4-0613:org::id',
    'gpt-3.5-turbo-0125',
    'gpt-35-turbo-16k',
  ])('of %s is that of older GPTs', (model) => {
    expect(encodingOf(model)).toBe('cl100k_base');
  });

  it.each([
    'gpt-4o',
    'gpt-4o-mini-2024-07-18',
    'chatgpt-4o-latest',
    'gpt-4.1-nano',
    'gpt-4.5-preview',
    'gpt-5',
    'gpt-5.4-mini',
    'gpt-oss-120b',
    'o1-mini',
    'o3',
    'o4-mini',
    'openai/gpt-4o',
    'deepseek-chat',
    'qwen3-max',
    'Qwen/Qwen2.5-7B-Instruct',
    'glm-4.6',
    'moonshotai/Kimi-K2-Instruct',
    'llama3.1:8b',
    'gpt-40',
    'offline-demo',
    '',
  ])('of "%s" is that of newer ones', (model) => {
    expect(encodingOf(model)).toBe('o200k_base');
  });
});
