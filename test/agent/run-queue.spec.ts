import { OverloadedError } from '../../src';
import { RunQueue } from '../../src/agent/run-queue';

describe('the queue of background runs', () => {
  /** Work that lasts until it is told to end, and what has begun so far. */
  const desk = () => {
    const begun: string[] = [];
    const ends = new Map<string, { end: () => void; fail: () => void }>();
    const work = (runId: string) => () => {
      begun.push(runId);
      return new Promise<void>((resolve, reject) =>
        ends.set(runId, { end: resolve, fail: () => reject(new Error('x')) }),
      );
    };
    return {
      begun,
      work,
      end: (runId: string) => ends.get(runId)!.end(),
      fail: (runId: string) => ends.get(runId)!.fail(),
    };
  };
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('moves so many at a time, first come first served', async () => {
    const queue = new RunQueue({ maxRunning: 2, maxWaiting: 3 });
    const { begun, work, end } = desk();
    for (const id of ['a', 'b', 'c', 'd']) queue.add(id, work(id));
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await turn();
    expect(begun).toEqual(['a', 'b', 'c']);
    end('a');
    end('c');
    await turn();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('moves so many of one caller, and the others meanwhile', async () => {
    const queue = new RunQueue({ maxRunning: 3, maxWaiting: 9 }, 1);
    const { begun, work, end } = desk();
    for (const id of ['a1', 'a2', 'a3', 'b1']) queue.add(id, work(id), id[0]);
    for (const id of ['x1', 'x2']) queue.add(id, work(id));
    expect(begun).toEqual(['a1', 'b1', 'x1']);
    end('b1');
    await turn();
    expect(begun).toEqual(['a1', 'b1', 'x1', 'x2']);
    end('a1');
    await turn();
    expect(begun.at(-1)).toBe('a2');
  });

  it('keeps a place while a run is being stored, and refuses one more than fit', () => {
    const queue = new RunQueue({ maxRunning: 1, maxWaiting: 2 });
    const { work } = desk();
    const giveBack = queue.reserve();
    queue.add('a', work('a'));
    giveBack();
    queue.reserve();
    const last = queue.reserve();
    expect(() => queue.reserve()).toThrow(OverloadedError);
    last();
    expect(() => queue.reserve()).not.toThrow();
  });

  it('takes what is stored already, full or not, but no run twice', () => {
    const queue = new RunQueue({ maxRunning: 1, maxWaiting: 0 });
    const { begun, work } = desk();
    for (const id of ['a', 'b', 'a', 'b']) queue.add(id, work(id));
    expect(begun).toEqual(['a']);
    expect(() => queue.reserve()).toThrow(OverloadedError);
  });

  it('a run that is taken out does not begin, and its place is free', async () => {
    const queue = new RunQueue({ maxRunning: 1, maxWaiting: 1 });
    const { begun, work, end } = desk();
    for (const id of ['a', 'b']) queue.add(id, work(id));
    queue.remove('b');
    expect(() => queue.reserve()).not.toThrow();
    end('a');
    await turn();
    expect(begun).toEqual(['a']);
  });

  it('goes on after work that fails', async () => {
    const queue = new RunQueue({ maxRunning: 1, maxWaiting: 1 });
    const { begun, work, fail } = desk();
    for (const id of ['a', 'b']) queue.add(id, work(id));
    fail('a');
    await turn();
    expect(begun).toEqual(['a', 'b']);
  });

  it('once closed begins nothing, and waits for what runs', async () => {
    const queue = new RunQueue({ maxRunning: 1, maxWaiting: 1 });
    const { begun, work, end } = desk();
    for (const id of ['a', 'b']) queue.add(id, work(id));
    let isClosed = false;
    const closed = queue.close().then(() => (isClosed = true));
    queue.add('c', work('c'));
    await turn();
    expect(isClosed).toBe(false);
    end('a');
    await closed;
    expect(begun).toEqual(['a']);
  });
});
