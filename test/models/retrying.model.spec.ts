import { ModelError } from '../../src/core/errors';
import type { ModelChunk } from '../../src/core/model';
import { RetryingModel } from '../../src/models/retrying.model';
import { ScriptedModel, type ScriptedStep } from '../../src/models/scripted.model';
import { BAD_BODIES, fallsSilent, rateLimited, refuses, refusesField, resets, says } from '../../src/testing';
import { ask, faultOf, QUESTION, replyOf, scripted } from './ask';

const provider = scripted();

describe('one owner of retries', () => {
  const retrying = { maxAttempts: 3 };

  it('waits as long as a 429 asks, then asks once more', async () => {
    const server = await provider.start([rateLimited(1), says('Twelve.')]);
    expect((await replyOf(provider.model(server, retrying))).text).toBe('Twelve.');
    expect(server.calls).toHaveLength(2);
    expect(server.calls[1]!.at - server.calls[0]!.at).toBeGreaterThanOrEqual(1000);
  });

  it('gives a provider that always fails three attempts', async () => {
    const codes = { 429: 'model_overloaded', 500: 'model_failed', 502: 'model_failed', 503: 'model_overloaded' };
    const attempts = Object.entries(codes).map(async ([status, code]) => {
      const server = await provider.start(() => refuses(Number(status)));
      const fault = await faultOf(provider.model(server, retrying));
      expect(fault).toMatchObject({ code, status: Number(status) });
      expect(server.calls).toHaveLength(3);
    });
    await Promise.all(attempts);
  });

  it.each([400, 401, 403, 404])('asks once when the answer is %i', async (status) => {
    const server = await provider.start(() => refuses(status));
    await faultOf(provider.model(server, retrying));
    expect(server.calls).toHaveLength(1);
  });

  it('obeys x-should-retry', async () => {
    const never = { fault: 'status', status: 500, headers: { 'x-should-retry': 'false' } } as const;
    const server = await provider.start(() => never);
    await faultOf(provider.model(server, retrying));
    expect(server.calls).toHaveLength(1);
  });

  it('tries again after a reset before the first text', async () => {
    const server = await provider.start([resets('request'), resets('headers'), says('Twelve.')]);
    expect((await replyOf(provider.model(server, retrying))).text).toBe('Twelve.');
  });

  it('does not try again once text was shown', async () => {
    const server = await provider.start([resets('text'), says('Twelve.')]);
    expect(await faultOf(provider.model(server, retrying))).toMatchObject({ code: 'model_failed' });
    expect(server.calls).toHaveLength(1);
  });

  it('gives a bad reply and silence one more attempt, no more', async () => {
    const bad = await provider.start(() => BAD_BODIES[3]!);
    expect(await faultOf(provider.model(bad, retrying))).toMatchObject({ code: 'model_bad_reply' });
    expect(bad.calls).toHaveLength(2);
    const silent = await provider.start(() => fallsSilent('request'));
    expect(await faultOf(provider.model(silent, { ...retrying, idleTimeoutMs: 50 }))).toMatchObject({
      code: 'model_timeout',
    });
    expect(silent.calls).toHaveLength(2);
  });

  it('fails at once when the provider asks for a day', async () => {
    const server = await provider.start(() => rateLimited(86_400));
    const fault = await faultOf(provider.model(server, retrying), { budgetMs: 2000 });
    expect(fault).toMatchObject({ code: 'model_overloaded', retryAfterMs: 86_400_000 });
    expect(server.calls).toHaveLength(1);
  });

  it('starts no wait that the time left in the run cannot hold', async () => {
    const server = await provider.start(() => rateLimited(5));
    const fault = await faultOf(provider.model(server, retrying), { budgetMs: 4000 });
    expect(fault).toMatchObject({ code: 'model_overloaded', retryAfterMs: 5000 });
    expect(server.calls).toHaveLength(1);
  });

  it('counts waits in the time of the whole call', async () => {
    const server = await provider.start(() => rateLimited(5));
    await faultOf(provider.model(server, { ...retrying, timeoutMs: 3000 }));
    expect(server.calls).toHaveLength(1);
  });

  it('ends a wait at once when it is cancelled', async () => {
    const server = await provider.start(() => rateLimited(30));
    const controller = new AbortController();
    const reason = new Error('cancelled by the user');
    const failed = faultOf(provider.model(server, retrying), {}, controller.signal);
    while (server.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await server.calls[0]!.hungUp;
    setTimeout(() => controller.abort(reason), 50);
    expect(await failed).toBe(reason);
    expect(server.calls).toHaveLength(1);
  });
});

describe('waits', () => {
  const failing = (details: { retryAfterMs?: number } = {}) =>
    new ModelError('model_failed', 'The provider failed', { retryable: true, ...details });

  /** The model's waits, without waiting: a budget below the wait makes the attempt fail instead. */
  const fits = async (steps: ScriptedStep[], budgetMs: number, random: number) => {
    const model = new ScriptedModel(steps);
    const retrying = new RetryingModel(model, { random: () => random });
    await ask(retrying, { budgetMs }).catch(() => undefined);
    return model.requests.length > 1;
  };

  it('are 0.5 s at least', async () => {
    expect(await fits([failing(), 'x'], 500, 0)).toBe(false);
    expect(await fits([failing(), 'x'], 700, 0)).toBe(true);
  });

  it('grow by jitter up to 1 s for the first one', async () => {
    expect(await fits([failing(), 'x'], 990, 0.9999)).toBe(false);
  });

  it('follow what the provider asks, a little later', async () => {
    expect(await fits([failing({ retryAfterMs: 0 }), 'x'], 400, 0.1)).toBe(true);
    expect(await fits([failing({ retryAfterMs: 600 }), 'x'], 590, 0)).toBe(false);
  });
});

describe('what a provider refuses', () => {
  it('is left out from then on', async () => {
    const server = await provider.start([
      refusesField('stop'),
      refusesField('temperature'),
      refusesField('stream_options'),
      says('one'),
      says('two'),
    ]);
    const model = provider.model(server);
    const request = { stop: ['\nObservation:'], messages: [QUESTION] };
    expect((await replyOf(model, request)).text).toBe('one');
    expect((await replyOf(model, request)).text).toBe('two');
    expect(server.calls).toHaveLength(5);
    for (const field of ['stop', 'temperature', 'stream_options']) {
      expect(server.calls[0]!.body).toHaveProperty(field);
      expect(server.calls[3]!.body).not.toHaveProperty(field);
      expect(server.calls[4]!.body).not.toHaveProperty(field);
    }
  });

  it('is understood in the words of FastAPI servers too', async () => {
    const detail = [
      { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' },
    ];
    const server = await provider.start([{ fault: 'status', status: 422, error: { detail } }, says('x')]);
    await replyOf(provider.model(server));
    expect(server.calls[1]!.body).not.toHaveProperty('stream_options');
  });

  it('is spelled anew where there is a new spelling', async () => {
    const server = await provider.start([refusesField('max_tokens'), says('x')]);
    await replyOf(provider.model(server, { maxTokens: 300 }));
    expect(server.calls[0]!.body).toMatchObject({ max_tokens: 300 });
    expect(server.calls[1]!.body).toMatchObject({ max_completion_tokens: 300 });
    expect(server.calls[1]!.body).not.toHaveProperty('max_tokens');
  });

  it('is not guessed: another 400 stays a failure, and one that goes on is not repeated for ever', async () => {
    const other = await provider.start(() => refusesField('seed'));
    expect(await faultOf(provider.model(other))).toMatchObject({ code: 'model_failed', status: 400 });
    expect(other.calls).toHaveLength(1);
    const stubborn = await provider.start(() => refusesField('temperature'));
    expect(await faultOf(provider.model(stubborn))).toMatchObject({ code: 'model_failed', status: 400 });
    expect(stubborn.calls).toHaveLength(2);
  });
});

describe('an abort', () => {
  it.each(['request', 'headers', 'text'] as const)(
    'while the provider is silent after %s ends the call',
    async (after) => {
      const server = await provider.start([fallsSilent(after)]);
      const controller = new AbortController();
      const reason = new Error('cancelled');
      const failed = faultOf(provider.model(server, { maxAttempts: 3 }), {}, controller.signal);
      while (server.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      setTimeout(() => controller.abort(reason), 50);
      expect(await failed).toBe(reason);
      expect(await server.calls[0]!.hungUp).toBe(true);
      expect(server.calls).toHaveLength(1);
    },
  );

  it('before the call sends nothing', async () => {
    const server = await provider.start([says('x')]);
    const reason = new Error('too late');
    expect(await faultOf(provider.model(server), {}, AbortSignal.abort(reason))).toBe(reason);
    expect(server.requests).toHaveLength(0);
  });

  it('between two pieces ends the stream with its reason instead of a reply', async () => {
    const server = await provider.start([says('x'.repeat(500), { pieceChars: 5, pauseMs: 5 })]);
    const controller = new AbortController();
    const reason = new Error('enough');
    const chunks: ModelChunk[] = [];
    const read = async () => {
      for await (const chunk of provider.model(server).stream({ messages: [QUESTION] }, controller.signal)) {
        chunks.push(chunk);
        controller.abort(reason);
      }
    };
    await expect(read()).rejects.toBe(reason);
    expect(chunks.every((chunk) => 'text' in chunk)).toBe(true);
    expect(await server.calls[0]!.hungUp).toBe(true);
  });

  it('is not needed by a reader that stops: the connection is closed', async () => {
    const server = await provider.start([says('x'.repeat(500), { pieceChars: 5, pauseMs: 5 })]);
    const { signal } = new AbortController();
    for await (const _ of provider.model(server).stream({ messages: [QUESTION] }, signal)) break;
    expect(await server.calls[0]!.hungUp).toBe(true);
  });

  it('leaves no listener on the signal', async () => {
    const server = await provider.start(() => says('x'));
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');
    for (let call = 0; call < 20; call++) await replyOf(provider.model(server), {}, signal);
    expect(added).toHaveBeenCalledTimes(20);
    expect(removed).toHaveBeenCalledTimes(20);
  });
});
