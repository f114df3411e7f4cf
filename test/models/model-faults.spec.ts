import { inspect } from 'node:util';
import { ModelError } from '../../src/core/errors';
import { OpenAiModel } from '../../src/models/openai.model';
import {
  BAD_BODIES,
  echoesKey,
  endlessLine,
  endsWithoutFinish,
  failsInStream,
  fallsSilent,
  hugeReply,
  invalidUtf8,
  rateLimited,
  raw,
  refuses,
  resets,
  says,
  spelled,
} from '../../src/testing';
import { ask, CANARY_KEY, faultOf, replyOf, scripted } from './ask';

const provider = scripted();

describe.each([true, false])('a provider that fails, with stream: %s', (stream) => {
  it.each(BAD_BODIES.map((turn, index) => [index, turn] as const))('bad body %i is a bad reply', async (_, turn) => {
    const server = await provider.start([turn]);
    const fault = await faultOf(provider.model(server, { stream }));
    expect(fault).toBeInstanceOf(ModelError);
    expect(fault).toMatchObject({ code: 'model_bad_reply' });
  });

  it.each([
    ['null', 'null'],
    ['a number', '7'],
    ['a list', '[]'],
    ['choices: null', '{"choices":null}'],
    ['a choice that is null', '{"choices":[null]}'],
    ['an empty message', '{"choices":[{"message":{},"finish_reason":"stop"}]}'],
    ['only [DONE]', 'data: [DONE]\n\n'],
    ['an event that is a number', 'data: 7\n\ndata: [DONE]\n\n'],
    ['broken JSON in an event', 'data: {"choices":[{"delta"\n\n'],
    ['an error event', 'event: error\ndata: {"message":"x"}\n\n'],
    ['only usage', 'data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1}}\n\ndata: [DONE]\n\n'],
  ])('%s is a bad reply', async (_, body) => {
    const server = await provider.start([raw(body)]);
    expect(await faultOf(provider.model(server, { stream }))).toMatchObject({ code: 'model_bad_reply' });
  });

  it.each([
    [400, 'model_failed', false],
    [401, 'model_failed', false],
    [402, 'model_failed', false],
    [403, 'model_failed', false],
    [404, 'model_failed', false],
    [307, 'model_failed', false],
    [408, 'model_failed', true],
    [429, 'model_overloaded', true],
    [500, 'model_failed', true],
    [502, 'model_failed', true],
    [503, 'model_overloaded', true],
    [529, 'model_overloaded', true],
  ])('status %i is %s', async (status, code, retryable) => {
    const server = await provider.start([refuses(status, 'the words of the provider')]);
    const fault = (await faultOf(provider.model(server, { stream }))) as ModelError;
    expect(fault).toMatchObject({ code, status, retryable });
    expect(fault.message).toContain(String(status));
    expect(inspect(fault, { depth: 10 })).not.toContain('the words of the provider');
  });

  it.each([
    ['the request', 'request'],
    ['the headers', 'headers'],
    ['half of the text', 'text'],
  ] as const)('a reset after %s is a failure worth another try', async (_, after) => {
    const server = await provider.start([resets(after)]);
    const fault = await faultOf(provider.model(server, { stream }));
    expect(fault).toMatchObject({ code: 'model_failed', retryable: true });
  });

  it('a provider that goes on failing, or that is not there, may be asked again later', async () => {
    const server = await provider.start([refuses(500), refuses(502), resets('request')]);
    const model = provider.model(server, { stream, maxAttempts: 2, timeoutMs: 20_000 });
    expect(await faultOf(model)).toMatchObject({ code: 'model_failed', status: 502, retryable: true });
    await server.close();
    expect(await faultOf(provider.model(server, { stream }))).toMatchObject({
      message: expect.stringContaining('ECONNREFUSED'),
      retryable: true,
    });
  });

  it.each(['request', 'headers', 'text'] as const)('silence after %s ends at the idle time-out', async (after) => {
    const server = await provider.start([fallsSilent(after)]);
    const fault = await faultOf(provider.model(server, { stream, idleTimeoutMs: 100 }));
    expect(fault).toMatchObject({ code: 'model_timeout', message: expect.stringContaining('100 ms') as string });
    expect(await server.calls[0]!.hungUp).toBe(true);
  });

  it('an endless line is given up at the size limit, and the connection with it', async () => {
    const server = await provider.start([endlessLine()]);
    const fault = await faultOf(provider.model(server, { stream, maxReplyBytes: 50_000 }));
    expect(fault).toMatchObject({ code: 'model_bad_reply' });
    expect(await server.calls[0]!.hungUp).toBe(true);
  });

  it('a reply is taken up to the size limit and not beyond', async () => {
    const server = await provider.start([hugeReply(300_000), hugeReply(300_001)]);
    const model = provider.model(server, { stream, maxReplyBytes: 300_000 });
    expect((await replyOf(model)).text).toHaveLength(300_000);
    expect(await faultOf(model)).toMatchObject({ code: 'model_bad_reply' });
  });

  it('a slow drip is cut at the end of the whole call', async () => {
    const server = await provider.start([spelled(says('x'.repeat(4000)), { pieceChars: 1, pauseMs: 10 })]);
    const fault = await faultOf(provider.model(server, { stream: true, timeoutMs: 300, idleTimeoutMs: 200 }));
    expect(fault).toMatchObject({ code: 'model_timeout', message: expect.stringContaining('300 ms') as string });
    expect(await server.calls[0]!.hungUp).toBe(true);
  });

  it('the key is in no fault and no log, also when the provider repeats it', async () => {
    const logs = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) => jest.spyOn(console, level));
    const server = await provider.start([echoesKey(401), echoesKey(403), echoesKey(400), echoesKey(500)]);
    const model = provider.model(server, { stream });
    for (let call = 0; call < 4; call++) {
      const fault = await faultOf(model);
      expect(fault).toBeInstanceOf(ModelError);
      expect(inspect(fault, { depth: 20, showHidden: true })).not.toContain(CANARY_KEY);
      expect(String((fault as Error).stack)).not.toContain(CANARY_KEY);
    }
    for (const log of logs) {
      expect(log).not.toHaveBeenCalled();
      log.mockRestore();
    }
    expect(server.calls).toHaveLength(4);
  });
});

describe('a stream that breaks off', () => {
  it('without a finish_reason is a bad reply', async () => {
    const server = await provider.start([endsWithoutFinish('Half an ans')]);
    expect(await faultOf(provider.model(server))).toMatchObject({ code: 'model_bad_reply' });
  });

  it('with an error line is a bad reply', async () => {
    const server = await provider.start([failsInStream('Half an ans')]);
    expect(await faultOf(provider.model(server))).toMatchObject({ code: 'model_bad_reply' });
  });

  it('because the provider ran out of resources is a bad reply', async () => {
    const server = await provider.start([{ text: 'Half', finishReason: 'insufficient_system_resource' }]);
    expect(await faultOf(provider.model(server))).toMatchObject({ code: 'model_bad_reply' });
  });
});

describe('a provider', () => {
  it('that sends invalid UTF-8 gives U+FFFD, and JSON can still be made of the reply', async () => {
    const server = await provider.start([invalidUtf8()]);
    const { pieces, replies } = await ask(provider.model(server));
    const { text } = replies[0]!;
    expect(text).toMatch(/^before \ufffd+ \ufffd+ after$/);
    expect(pieces.join('')).toBe(text);
    expect(JSON.parse(JSON.stringify(text))).toBe(text);
  });

  it('that refuses connections, or has no address, is a failure that names what to check', async () => {
    const server = await provider.start();
    const model = provider.model(server);
    await server.close();
    const fault = (await faultOf(model)) as ModelError;
    expect(fault).toMatchObject({ code: 'model_failed', retryable: true });
    expect(fault.message).toMatch(/ECONNREFUSED.*base URL/);
    const nowhere = new OpenAiModel({ baseUrl: 'http://no-such-host.invalid/v1', model: 'm', maxAttempts: 1 });
    expect(await faultOf(nowhere)).toMatchObject({ code: 'model_failed', retryable: true });
  });

  it('carries what it asked us to wait', async () => {
    const server = await provider.start([rateLimited(7), rateLimited(new Date(Date.now() + 90_000).toUTCString())]);
    expect(await faultOf(provider.model(server))).toMatchObject({ retryAfterMs: 7000 });
    const { retryAfterMs } = (await faultOf(provider.model(server))) as ModelError;
    expect(retryAfterMs).toBeGreaterThan(80_000);
    expect(retryAfterMs).toBeLessThanOrEqual(90_000);
  });

  it('whose prompt limit is reached says so', async () => {
    const error = { message: "This model's maximum context length is 8192 tokens", code: 'context_length_exceeded' };
    const server = await provider.start([{ fault: 'status', status: 400, error }]);
    const fault = (await faultOf(provider.model(server))) as ModelError;
    expect(fault.message).toContain("longer than the model's context");
  });
});

describe('ping', () => {
  const signal = new AbortController().signal;

  it('is content with any answer', async () => {
    const server = await provider.start();
    await expect(provider.model(server).ping(signal)).resolves.toBeUndefined();
    const elsewhere = new OpenAiModel({ baseUrl: `http://127.0.0.1:${server.port}/none`, model: 'm' });
    await expect(elsewhere.ping(signal)).resolves.toBeUndefined();
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/models', '/none/models']);
  });

  it('rejects when nobody is there', async () => {
    const server = await provider.start();
    await server.close();
    await expect(provider.model(server).ping(signal)).rejects.toMatchObject({ code: 'model_failed' });
  });
});
