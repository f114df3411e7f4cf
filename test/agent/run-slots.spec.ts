import { OverloadedError } from '../../src';
import { RunSlots } from '../../src/agent/run-slots';

/** Longer than any test: nothing here waits for a clock. */
const LONG_MS = 3_600_000;

describe('slots of runs', () => {
  const make = (limits: Partial<ConstructorParameters<typeof RunSlots>[0]> = {}) => {
    const slots = new RunSlots({ maxRunning: 2, maxPerCaller: 2, maxWaiting: 5, maxWaitMs: LONG_MS, ...limits });
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (name: string, caller?: string, signal = new AbortController().signal) =>
      slots.hold(caller, signal, async () => {
        begun.push(name);
        return { ended: new Promise<void>((resolve) => ends.set(name, resolve)) };
      });
    const end = async (name: string): Promise<void> => {
      ends.get(name)!();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { ask, begun, end, slots };
  };

  it('go to so many at a time; the next wait, first come first served', async () => {
    const { ask, begun, end } = make();
    const asked = ['a', 'b', 'c', 'd'].map((name) => ask(name));
    await Promise.all(asked.slice(0, 2));
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('c');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await Promise.all(asked);
  });

  it('go to so many of one caller; who waits for its own keeps nobody else waiting', async () => {
    const { ask, begun, end } = make({ maxRunning: 3, maxPerCaller: 1 });
    const asked = [ask('a1', 'a'), ask('a2', 'a'), ask('b1', 'b'), ask('x1'), ask('b2', 'b'), ask('x2')];
    await Promise.all([asked[0], asked[2], asked[3]]);
    expect(begun).toEqual(['a1', 'b1', 'x1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'b1', 'x1', 'b2']);
    await end('x1');
    expect(begun).toEqual(['a1', 'b1', 'x1', 'b2', 'x2']);
    await end('a1');
    expect(begun.at(-1)).toBe('a2');
    await Promise.all(asked);
  });

  it('are refused at once when too many wait, and after the wait when nothing became free', async () => {
    const { ask } = make({ maxRunning: 1, maxWaiting: 0 });
    await ask('a');
    await expect(ask('b')).rejects.toThrow(OverloadedError);
    const short = make({ maxRunning: 5, maxPerCaller: 1, maxWaitMs: 1 });
    await short.ask('a', 'key');
    await expect(short.ask('b', 'key')).rejects.toThrow('1 of this key go on already');
  });

  it('are not waited for by a client that left', async () => {
    const { ask, begun, end } = make({ maxRunning: 1 });
    await ask('a');
    const left = new AbortController();
    const waiting = ask('b', undefined, left.signal);
    left.abort();
    await expect(waiting).rejects.toThrow('The client left');
    await expect(ask('c', undefined, AbortSignal.abort())).rejects.toThrow('The client left');
    await end('a');
    expect(begun).toEqual(['a']);
  });

  it('are given back by a run that could not begin', async () => {
    const { ask, slots } = make({ maxRunning: 1 });
    const fails = slots.hold('a', new AbortController().signal, () => Promise.reject(new Error('no such agent')));
    await expect(fails).rejects.toThrow('no such agent');
    await ask('b', 'a');
  });
});
