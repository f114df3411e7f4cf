import { ConfigError } from '../../src/core/errors';
import { OpenAiModel } from '../../src/models/openai.model';
import type { OpenAiModelOptions } from '../../src/models/openai-options';

const faultOf = (options: Partial<OpenAiModelOptions>): Error => {
  try {
    new OpenAiModel({ model: 'm', ...options });
  } catch (error) {
    return error as Error;
  }
  throw new Error('The options were expected to be refused');
};

describe('options of the model', () => {
  it('need no more than a name', () => {
    expect(new OpenAiModel({ model: 'deepseek-chat' }).name).toBe('deepseek-chat');
  });

  it.each<[string, Partial<OpenAiModelOptions>]>([
    ['baseUrl', { baseUrl: 'api.openai.com/v1' }],
    ['baseUrl', { baseUrl: 'ftp://example.test' }],
    ['model', { model: '' }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['idleTimeoutMs', { idleTimeoutMs: 1.5 }],
    ['maxReplyBytes', { maxReplyBytes: Number.NaN }],
    ['maxAttempts', { maxAttempts: 11 }],
    ['extraHeaders', { extraHeaders: { 'x-a': 'line\nbreak' } }],
    ['baseUrl', { baseUrl: 'https://example.test/v1?key=1' }],
    ['extraBody must not set what the adapter sets itself, got: model, stop', { extraBody: { model: 'm', stop: [] } }],
    ['extraHeaders', { extraHeaders: { 'x a': 'v' } }],
  ])('%s is checked at the start', (name, options) => {
    const fault = faultOf(options);
    expect(fault).toBeInstanceOf(ConfigError);
    expect(fault.message).toContain(name);
  });

  it('never show a secret in what is wrong with it', () => {
    expect(faultOf({ apiKey: 'sk-canary\nx' }).message).not.toContain('canary');
    expect(faultOf({ baseUrl: 'https://user:canary@example.test/v1' }).message).not.toContain('canary');
    expect(faultOf({ extraHeaders: { 'x-key': 'canary\n' } }).message).not.toContain('canary');
  });
});
