import { deadline, isTimeout } from '../../src/core/deadline';

const caller = (): AbortController => new AbortController();
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('a deadline', () => {
  it('aborts with a TimeoutError when the time is up', async () => {
    const { signal, dispose } = deadline(caller().signal, 5);
    await pause(30);
    expect(isTimeout(signal)).toBe(true);
    dispose();
  });

  it('follows its caller, with the reason', () => {
    const outer = caller();
    const { signal, dispose } = deadline(outer.signal, 60_000);
    outer.abort(new Error('left'));
    expect(signal.reason).toEqual(new Error('left'));
    expect(isTimeout(signal)).toBe(false);
    dispose();
  });

  it('of an aborted caller is aborted from the start', () => {
    const { signal, dispose } = deadline(AbortSignal.abort(new Error('left')), 60_000);
    expect(signal.aborted).toBe(true);
    dispose();
  });

  it('fires at once for a time that has passed, and not at once for one beyond the range of timers', async () => {
    const past = deadline(caller().signal, -5);
    const far = deadline(caller().signal, 5_000_000_000);
    await pause(20);
    expect([past.signal.aborted, far.signal.aborted]).toEqual([true, false]);
    past.dispose();
    far.dispose();
  });

  it('once disposed it neither fires nor follows', async () => {
    const outer = caller();
    const { signal, dispose } = deadline(outer.signal, 5);
    dispose();
    outer.abort();
    await pause(20);
    expect(signal.aborted).toBe(false);
  });

  it('can be ended by its owner', () => {
    const { signal, abort, dispose } = deadline(caller().signal, 60_000);
    abort(new Error('over'));
    expect(signal.reason).toEqual(new Error('over'));
    dispose();
  });
});

it('an abort without a reason is no time-out', () => {
  const controller = new AbortController();
  expect(isTimeout(controller.signal)).toBe(false);
  controller.abort(null);
  expect(isTimeout(controller.signal)).toBe(false);
});
