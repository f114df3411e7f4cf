import { ModelError } from '../../src/core/errors';
import { calls, refuses, refusesField, says } from '../../src/testing';
import { faultOf, QUESTION, replyOf, scripted } from './ask';

const provider = scripted();
const REQUEST = {
  messages: [QUESTION],
  tools: [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } }],
};

describe('a provider that takes no tools', () => {
  it.each([
    ['Ollama', 400, 'registry.ollama.ai/library/gemma:2b does not support tools'],
    ['vLLM', 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    ['OpenRouter', 404, 'No endpoints found that support tool use.'],
    ['llama.cpp', 500, 'tools param requires --jinja flag'],
    ['OpenAI', 400, "Unsupported parameter: 'tools' is not supported with this model."],
    ['a strict server', 422, 'tools: Extra inputs are not permitted'],
    ['a proxy', 400, 'Unrecognized request argument supplied: functions'],
    ['another', 501, 'function calling is not supported'],
  ])('is known by the words of %s, after one request', async (_, status, message) => {
    const server = await provider.start([refuses(status, message), says('by other means')]);
    const model = provider.model(server, { maxAttempts: 3 });
    expect(model.takesTools).toBe(true);
    const fault = await faultOf(model, REQUEST);
    expect(fault).toBeInstanceOf(ModelError);
    expect(fault).toMatchObject({ code: 'model_failed', refused: 'tools', status, retryable: false });
    expect((fault as ModelError).message).not.toContain(message); // the provider's words stay out
    expect(server.calls).toHaveLength(1);
    expect(model.takesTools).toBe(false);
    expect((await replyOf(model)).text).toBe('by other means');
  });

  it.each([
    [
      'a fault in the schema of one tool',
      400,
      "Invalid schema for function 'look': tools[0].function.parameters is wrong",
    ],
    ['a history that does not add up', 400, "An assistant message with 'tool_calls' must be followed by tool messages"],
    [
      'a prompt that is too long',
      400,
      "This model's maximum context length is 4096 tokens (in the messages and tools)",
    ],
    ['a key that may not do it', 401, 'This key does not support tools'],
    ['a failure', 500, 'The server had an error'],
    ['a wrong model name', 404, 'The model `x` does not exist'],
  ])('is not taken from %s', async (_, status, message) => {
    const server = await provider.start([refuses(status, message)]);
    const model = provider.model(server);
    expect(await faultOf(model, REQUEST)).toMatchObject({ refused: undefined });
    expect(model.takesTools).toBe(true);
  });

  it('is not taken from a request without tools', async () => {
    const server = await provider.start([refuses(400, 'does not support tools')]);
    const model = provider.model(server);
    expect(await faultOf(model)).toMatchObject({ refused: undefined });
    expect(model.takesTools).toBe(true);
  });

  it('is no matter of the other fields', async () => {
    const server = await provider.start([refusesField('temperature'), calls({ name: 'look', input: {} })]);
    const model = provider.model(server);
    expect((await replyOf(model, REQUEST)).calls).toHaveLength(1);
    expect(model.takesTools).toBe(true);
  });
});
