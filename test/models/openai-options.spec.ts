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
    [
      'extraBody: expected nothing that the adapter sets itself, got model, stop',
      { extraBody: { model: 'm', stop: [] } },
    ],
    ['extraHeaders', { extraHeaders: { 'x a': 'v' } }],
  ])('%s is checked at the start', (name, options) => {
    const fault = faultOf(options);
    expect(fault).toBeInstanceOf(ConfigError);
    expect(fault.message).toContain(name);
  });

  it.each<[string, object | undefined, string]>([
    ['no options', undefined, 'The options of OpenAiModel: expected an object with at least a model, got undefined'],
    ['no model', {}, 'model: expected the name of a model, got undefined'],
    ['a blank model', { model: ' ' }, 'model: expected the name of a model, got an empty text'],
    ['a model that is an object', { model: { name: 'm' } }, 'model: expected the name of a model, got an object'],
    ['an empty address', { model: 'm', baseUrl: '' }, 'baseUrl: expected an http or https URL such as'],
    ['an address that is none', { model: 'm', baseUrl: 5 }, 'baseUrl: expected an http or https URL, got 5'],
    ['an address that is null', { model: 'm', baseUrl: null }, 'baseUrl: expected an http or https URL, got null'],
    ['an empty key', { model: 'm', apiKey: '' }, 'apiKey: expected printable ASCII'],
    ['a key that is none', { model: 'm', apiKey: 5 }, 'apiKey: expected a text, got 5'],
    ['a body that is a text', { model: 'm', extraBody: '{}' }, 'extraBody: expected an object, got a text'],
    ['headers of numbers', { model: 'm', extraHeaders: { a: 1 } }, 'extraHeaders: expected an object of texts'],
    ['a flag as text', { model: 'm', stream: 'off' }, 'stream: expected true or false, got a text'],
    ['another flag as text', { model: 'm', replayReasoning: 'no' }, 'replayReasoning: expected true or false'],
    ['a temperature as text', { model: 'm', temperature: '0.1' }, 'temperature: expected a number, got a text'],
    ['no tokens', { model: 'm', maxTokens: 0 }, 'maxTokens: expected an integer of 1 or more, got 0'],
    ['a time as text', { model: 'm', timeoutMs: '5' }, 'timeoutMs: expected an integer from 1 to'],
  ])('%s is told with name, expected and got', (_, options, sentence) => {
    const make = (): unknown => new OpenAiModel(options as OpenAiModelOptions);
    expect(make).toThrow(ConfigError);
    expect(make).toThrow(sentence);
  });

  it('never show a secret in what is wrong with it', () => {
    expect(faultOf({ apiKey: 'sk-canary\nx' }).message).not.toContain('canary');
    expect(faultOf({ baseUrl: 'https://user:canary@example.test/v1' }).message).not.toContain('canary');
    expect(faultOf({ extraHeaders: { 'x-key': 'canary\n' } }).message).not.toContain('canary');
  });
});
