import { apply, MemoryStore, ReActAgentService, ScriptedModel, type Fact, type Run } from '../../src';
import {
  aCall,
  aModelReplied,
  anAct,
  aRunStarted,
  aStepStarted,
  aToolFinished,
  aToolStarted,
} from '../support/builders';
import { act, answer, shop } from './tools-of-a-shop';
import { until } from './until';

const RUN_ID = '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a60';
const UNKNOWN = { ok: false, content: 'Who knows?', effectUnknown: true } as const;
const STARTED = aRunStarted({ tenant: 'default', agent: 'clerk' });

/** A store with a run of these facts; each holder of it ended before its lease did. */
async function storeWith(facts: Fact[], holders: number): Promise<MemoryStore> {
  const store = new MemoryStore();
  const events = facts.map((fact, index) => ({ runId: RUN_ID, seq: index + 1, at: Date.now(), ...fact }));
  const ended = { owner: 'ended', ttlMs: 0 };
  await store.append(events, events.reduce<Run | undefined>(apply, undefined)!, { ...ended, token: 1 });
  for (let taken = 1; taken < holders; taken++) await store.acquire(ended, { most: 1, except: [] });
  return store;
}

const called = (tool: string, effect: 'read' | 'write', step = 1): Fact[] => {
  const id = `s${step}_call_0`;
  const input = { order: 'A1' };
  return [
    aStepStarted(step),
    aModelReplied(anAct(aCall({ id, name: tool, input })), step),
    aToolStarted(id, input, effect),
  ];
};
const diedIn = (step: number): Fact[] => [...called('pay', 'write', step), aToolFinished(`s${step}_call_0`, UNKNOWN)];

describe('a run that takes its processes with it', () => {
  it('is tried twice more, then ends as failed, and says in which tool', async () => {
    const look = jest.fn();
    const store = await storeWith([STARTED, ...called('look', 'read')], 3);
    const app = await shop(new ScriptedModel([]), { store }, { look });
    const service = app.get(ReActAgentService);

    const result = await until(
      () => service.result(RUN_ID),
      ({ status }) => status !== 'running',
    );

    expect(result).toMatchObject({ status: 'failed', failureReason: 'interrupted' });
    expect((await service.events(RUN_ID)).at(-1)).toMatchObject({
      outcome: { message: expect.stringContaining('3 times in the same call of look') },
    });
    expect(look).not.toHaveBeenCalled();
    await app.close();
  });

  it('goes on when it was fewer, or somewhere else', async () => {
    const store = await storeWith([STARTED, ...called('look', 'read')], 2);
    const app = await shop(new ScriptedModel([answer('42')]), { store });
    const result = await until(
      () => app.get(ReActAgentService).result(RUN_ID),
      ({ status }) => status !== 'running',
    );
    expect(result).toMatchObject({ status: 'answered', finalAnswer: '42' });
    await app.close();
  });

  it('ends too when it is the same write each time, whose effect stays unknown', async () => {
    const pay = jest.fn();
    const store = await storeWith([STARTED, ...diedIn(1), ...diedIn(2), ...called('pay', 'write', 3)], 1);
    const app = await shop(new ScriptedModel([act('pay')]), { store }, { pay });
    const result = await until(
      () => app.get(ReActAgentService).result(RUN_ID),
      ({ status }) => status !== 'running',
    );
    expect(result).toMatchObject({ status: 'failed', failureReason: 'interrupted' });
    expect(result.steps.map(({ effectUnknown }) => effectUnknown)).toEqual([true, true, true]);
    expect(pay).not.toHaveBeenCalled();
    await app.close();
  });

  it('stands in the way of no other run', async () => {
    const store = await storeWith([STARTED, ...called('look', 'read')], 3);
    const app = await shop(new ScriptedModel([answer('mine')]), { store, background: { maxRunning: 1 } });
    expect(await app.get(ReActAgentService).ask({ question: 'q' })).toMatchObject({ finalAnswer: 'mine' });
    await app.close();
  });
});
