import { ConversationGate } from '../../src/agent/conversation-gate';

describe('the gate of a conversation', () => {
  const admit = async (): Promise<void> => undefined;
  const busy = (runId: string) => ({ code: 'conversation_busy', runId });

  it('lets one run in at a time, and the next one after it has left', async () => {
    const gate = new ConversationGate();
    const first = await gate.enter('c', 'run-1', admit);
    await expect(gate.enter('c', 'run-2', admit)).rejects.toMatchObject(busy('run-1'));
    const elsewhere = await gate.enter('d', 'run-3', admit);
    first.leave();
    elsewhere.leave();
    expect((await gate.enter('c', 'run-4', admit)).leave).toBeInstanceOf(Function);
  });

  it('of twenty at once the first one is in, and the others are told its id', async () => {
    const gate = new ConversationGate();
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => gate.enter('c', `run-${index}`, () => new Promise(setImmediate))),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(all.slice(1).every((each) => each.status === 'rejected' && each.reason.runId === 'run-0')).toBe(true);
  });

  it('names no run that was itself turned away', async () => {
    const gate = new ConversationGate();
    const check = async (): Promise<void> => {
      await new Promise(setImmediate);
      throw Object.assign(new Error('busy'), busy('waiting-run'));
    };
    const all = await Promise.allSettled(['run-1', 'run-2', 'run-3'].map((id) => gate.enter('c', id, check)));
    expect(all.map((each) => each.status === 'rejected' && each.reason.runId)).toEqual(Array(3).fill('waiting-run'));
    expect((await gate.enter('c', 'run-4', admit)).leave).toBeInstanceOf(Function);
  });

  it('who is alone in it makes the others wait, not fail; and is refused while a run is inside', async () => {
    const gate = new ConversationGate();
    const done: string[] = [];
    const forgetting = gate.alone('c', async () => {
      await new Promise(setImmediate);
      done.push('forgotten');
    });
    const entering = gate.enter('c', 'run-1', async () => void done.push('entered'));
    await Promise.all([forgetting, entering]);
    expect(done).toEqual(['forgotten', 'entered']);
    await expect(gate.alone('c', admit)).rejects.toMatchObject(busy('run-1'));
    (await entering).leave();
    await expect(gate.alone('c', async () => Promise.reject(new Error('store')))).rejects.toThrow('store');
    await expect(gate.alone('c', async () => 5)).resolves.toBe(5);
  });

  it('who left twice does not put the next one out', async () => {
    const gate = new ConversationGate();
    const first = await gate.enter('c', 'run-1', admit);
    first.leave();
    await gate.enter('c', 'run-2', admit);
    first.leave();
    await expect(gate.enter('c', 'run-3', admit)).rejects.toMatchObject(busy('run-2'));
  });
});
