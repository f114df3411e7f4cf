import { Logger } from '@nestjs/common';
import { ReActAgentService, ScriptedModel, type Run } from '../../src';
import { guardedTools } from '../../src/agent/guarded-tools';
import { apply } from '../../src/core/run';
import type { PreparedCall, Tools } from '../../src/core/tool';
import {
  aCall,
  aModelReplied,
  anAct,
  aRunStarted,
  aStepStarted,
  aToolFinished,
  aToolStarted,
  eventsOf,
} from '../support/builders';
import { act, answer, shop } from './tools-of-a-shop';

describe('a write of which nobody knows whether it happened', () => {
  const breaks = (): never => {
    throw new Error('socket hang up');
  };

  it('is not repeated in its run, and the result and the log show it', async () => {
    const warnings: unknown[][] = [];
    const warn = (...given: unknown[]): void => void warnings.push(given);
    const pay = jest.fn(breaks);
    const model = new ScriptedModel([act('pay', 'B7'), act('pay', 'B7'), answer('A person must check B7.')]);
    const app = await shop(model, {}, { pay });
    app.useLogger({ log: warn, warn, error: warn });
    const result = await app.get(ReActAgentService).ask({ question: 'pay' });
    app.useLogger(false);
    expect(pay).toHaveBeenCalledTimes(1);
    expect(result.steps).toMatchObject([
      { action: 'pay', ok: false, effectUnknown: true },
      { action: 'pay', ok: false, observation: expect.stringMatching(/^Tool "pay" was not run: an earlier call/) },
    ]);
    expect(result.steps[1]).not.toHaveProperty('effectUnknown');
    expect(warnings).toContainEqual([
      expect.objectContaining({ action: 'pay', callId: 's1_call_0' }),
      'step with an unknown effect: a person must check',
      expect.anything(),
    ]);
    await app.close();
    Logger.overrideLogger(false);
  });

  it('hinders no other input, no other tool and no other run', async () => {
    const pay = jest.fn(breaks);
    const turns = [act('pay', 'B7'), act('pay', 'B8'), act('look', 'B7'), answer('x'), act('pay', 'B7'), answer('y')];
    const app = await shop(new ScriptedModel(turns), {}, { pay });
    const service = app.get(ReActAgentService);
    const first = await service.ask({ question: 'pay' });
    const second = await service.ask({ question: 'pay' });
    expect(pay).toHaveBeenCalledTimes(3);
    expect([...first.steps, ...second.steps].map(({ ok }) => ok)).toEqual([false, false, true, false]);
    await app.close();
  });

  it('is not repeated by a call of the same step that waited for its turn', async () => {
    const pay = jest.fn(breaks);
    const call = { name: 'pay', input: { order: 'B7' } };
    const app = await shop(
      new ScriptedModel([{ calls: [call, call] }, answer('x')]),
      { protocol: 'native', limits: { maxParallelTools: 1 } },
      { pay },
    );
    const result = await app.get(ReActAgentService).ask({ question: 'pay twice' });
    expect(pay).toHaveBeenCalledTimes(1);
    expect(result.steps.map(({ effectUnknown }) => effectUnknown)).toEqual([true, undefined]);
    await app.close();
  });
});

describe('tools of a run that has a write of unknown effect', () => {
  const input = { order: 'B7', why: { a: 1, b: 2 } };
  const reordered = { why: { b: 2, a: 1 }, order: 'B7' };
  const unknown = { ok: false, content: 'who knows', effectUnknown: true } as const;
  const facts = [
    aRunStarted(),
    aStepStarted(1),
    aModelReplied(anAct(aCall({ name: 'pay', input })), 1),
    aToolStarted('s1_call_0', input, 'write'),
    aToolFinished('s1_call_0', unknown),
    aStepStarted(2, { withheld: ['look'] }),
    aModelReplied(anAct(aCall({ id: 's2_call_0', name: 'pay', input: reordered })), 2),
  ];
  const runOf = (...more: Parameters<typeof eventsOf>[1]): Run =>
    eventsOf('run-1', [...facts, ...more]).reduce<Run | undefined>(apply, undefined)!;
  const tools: Tools = {
    specs: [],
    prepare: async (call): Promise<PreparedCall> => ({
      ok: true,
      input: call.input as object,
      effect: call.name === 'look' ? 'read' : 'write',
      needsApproval: false,
    }),
    invoke: async () => ({ observation: { ok: true, content: 'done' } }),
    rejected: () => unknown,
    reconcile: async () => undefined,
  };
  const prepared = (canAsk: boolean, run: Run, name = 'pay', given: object = reordered): Promise<PreparedCall> =>
    guardedTools(tools, { canAsk, lease: undefined }).prepare({ id: 's2_call_0', name, input: given }, run);

  it('ask a person where there is one, whatever the order of the fields', async () => {
    expect(await prepared(true, runOf())).toMatchObject({ ok: true, needsApproval: true });
    expect(await prepared(true, runOf(), 'pay', { ...input, order: 'B8' })).toMatchObject({ needsApproval: false });
    expect(await prepared(true, runOf(), 'refund')).toMatchObject({ needsApproval: false });
  });

  it('refuse where there is nobody, unless somebody has approved it before', async () => {
    expect(await prepared(false, runOf())).toMatchObject({ ok: false, observation: { ok: false } });
    const approved = runOf(
      { type: 'approval.requested', callId: 's2_call_0', input: reordered },
      { type: 'approval.resolved', callId: 's2_call_0', approved: true, by: 'Li' },
    );
    expect(await prepared(false, approved)).toMatchObject({ ok: true, needsApproval: false });
  });

  it('do not run what is withheld from the step, and ask nobody about it', async () => {
    const observation = { ok: false, content: expect.stringMatching(/^look cannot be used in this step/) };
    expect(await prepared(true, runOf(), 'look')).toEqual({ ok: false, observation });
  });
});
