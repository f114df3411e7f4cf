import { observe, watchFaults, type Execute } from './invoke';

const faults = watchFaults();
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
describe('a tool that does not come back (T02)', () => {
  const never: Execute = () => new Promise(() => undefined);

  it('is given up after its time-out, and its signal is aborted', async () => {
    let seen: AbortSignal | undefined;
    const observation = await observe(
      (_, { signal }) => ((seen = signal), new Promise(() => undefined)),
      {},
      { timeoutMs: 30 },
    );
    expect(observation).toEqual({ ok: false, content: 'Tool "try" gave no result within 30 ms and was stopped.' });
    expect(seen!.aborted).toBe(true);
    expect((seen!.reason as Error).name).toBe('TimeoutError');
  });

  it('is given up earlier when the run has less time', async () => {
    expect(await observe(never, { maxMs: 30 })).toEqual({
      ok: false,
      content: 'Tool "try" was stopped because the time of this run is used up.',
    });
  });

  it('is not started when the run has no time, or was cancelled', async () => {
    let started = 0;
    const content = 'Tool "try" was not started: this run was cancelled or has no time left.';
    const count: Execute = () => ++started;
    expect(await observe(count, { maxMs: 0 })).toEqual({ ok: false, content });
    expect(await observe(count, { signal: AbortSignal.abort() })).toEqual({ ok: false, content });
    expect(started).toBe(0);
  });

  it('is given up when the run is cancelled, or reaches its deadline', async () => {
    const cancel = new AbortController();
    const cancelled = observe(never, { signal: cancel.signal });
    const deadline = new AbortController();
    const late = observe(never, { signal: deadline.signal });
    await later(20);
    cancel.abort();
    deadline.abort(new DOMException('Timed out', 'TimeoutError'));
    expect(await cancelled).toEqual({ ok: false, content: 'Tool "try" was stopped because this run was cancelled.' });
    expect(await late).toEqual({
      ok: false,
      content: 'Tool "try" was stopped because the time of this run is used up.',
    });
  });

  it('and writes has an unknown effect (T08)', async () => {
    expect(await observe(never, {}, { timeoutMs: 20, effect: 'write' })).toEqual({
      ok: false,
      content:
        'Tool "try" gave no result within 20 ms and was stopped. ' +
        'Its effect is unknown: it may have happened or not. Do not repeat it; say in your answer that a person must check.',
      effectUnknown: true,
    });
  });

  it('says so in Chinese to a Chinese run', async () => {
    const run = { id: 'r', agent: 'a', tenant: 't', language: 'zh' as const };
    expect((await observe(never, { run }, { timeoutMs: 20, effect: 'write' })).content).toBe(
      '工具“try”在 20 毫秒内没有返回结果，已被停止。 它是否已经生效尚不清楚。不要重复执行，并在回答中说明需要人工核实。',
    );
  });

  it('leaves no listener on the signal of the run', async () => {
    const { signal } = new AbortController();
    const counted = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');
    for (let call = 0; call < 50; call++) await observe(() => 'done', { signal });
    expect(removed).toHaveBeenCalledTimes(counted.mock.calls.length);
  });
});

describe('a tool that fails after it was given up (T05)', () => {
  it('is swallowed and logged once', async () => {
    const observation = await observe(
      async () => {
        await later(40);
        throw new Error('too late');
      },
      {},
      { timeoutMs: 10 },
    );
    expect(observation.content).toContain('gave no result within 10 ms');
    await later(60);
    expect(faults.warnings).toEqual([['Tool "try" failed in call s1_call_0 after it was stopped: too late']]);
  });

  it('is not worth a line when it only stops as it was told', async () => {
    await observe(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
      {},
      { timeoutMs: 10 },
    );
    await later(10);
    expect(faults.warnings).toEqual([]);
  });
});
