import {
  apply,
  fold,
  MemoryStore,
  ReActAgentService,
  ScriptedModel,
  type ReActAgentOptions,
  type ReviewedCall,
  type RunEvent,
} from '../../src';
import type { ScriptedReply } from '../../src/models/scripted.model';
import { ApprovalExpiry } from '../../src/agent/approval-expiry';
import { act, answer, shop } from './tools-of-a-shop';
import { until } from './until';

const BY = 'Li';

/** An app whose model pays, and what was paid. */
async function payingShop(
  replies: ScriptedReply[],
  approvals: ReActAgentOptions['approvals'],
  { store = new MemoryStore(), protocol = 'text' }: { store?: MemoryStore; protocol?: string } = {},
) {
  const paid: string[] = [];
  const pay = (order: string): string => {
    paid.push(order);
    return `${order} is paid`;
  };
  const app = await shop(new ScriptedModel(replies), { approvals, store, protocol }, { pay });
  return { app, paid, store, service: app.get(ReActAgentService) };
}

describe('an approval', () => {
  it('is asked for by the tool, and says until when', async () => {
    const { app, paid, service } = await payingShop([act('pay'), answer('ok')], { ttlMs: 5000 });
    const { runId, status, pendingApprovals } = await service.ask({ question: 'q' });
    expect([status, paid]).toEqual(['waiting', []]);
    const [pending] = pendingApprovals;
    expect(pending).toMatchObject({ callId: 's1_call_0', tool: 'pay', input: { order: 'A1' } });
    expect(Date.parse(pending!.expiresAt!) - Date.parse(pending!.requestedAt)).toBeGreaterThan(4000);
    const { ended } = await service.decide({ runId, callId: 's1_call_0', by: BY }, { approved: true });
    expect((await ended).outcome).toEqual({ status: 'answered', answer: 'ok' });
    expect(paid).toEqual(['A1']);
    await app.close();
  });

  it('is asked for by a policy of the operator’s, which sees the call; one that throws asks', async () => {
    const seen: ReviewedCall[] = [];
    const require = (call: ReviewedCall): boolean => {
      seen.push(call);
      if (call.tool === 'look' && (call.input as { order: string }).order === 'B2') throw new Error('a bug');
      return (call.input as { order: string }).order === 'C3';
    };
    const replies = [act('look', 'A1'), act('look', 'B2'), act('look', 'C3'), answer('ok')];
    const { app, service } = await payingShop(replies, { require });
    const { runId, pendingApprovals } = await service.ask({ question: 'q' });
    expect(pendingApprovals).toMatchObject([{ callId: 's2_call_0' }]);
    expect(seen[0]).toEqual({
      tenant: 'default',
      agent: 'clerk',
      tool: 'look',
      input: { order: 'A1' },
      effect: 'read',
    });
    const first = await service.decide({ runId, callId: 's2_call_0', by: BY }, { approved: true });
    expect((await first.ended).steps[2]!.actions).toMatchObject([{ state: 'waiting', terms: { because: 'policy' } }]);
    await app.close();
  });

  it('holds for what was shown: when the input is read differently by then, nothing runs and the model is told', async () => {
    const { app, service, store } = await payingShop([act('pay')], {});
    const { runId } = await service.ask({ question: 'q' });
    const events = await service.events(runId);
    await app.close();
    // the log of a version that read the same words of the model as another order
    const shown = events.map((event): RunEvent =>
      event.type === 'approval.requested'
        ? { ...event, input: { order: 'B2' }, terms: { ...event.terms!, binding: '0' } }
        : event,
    );
    const other = new MemoryStore();
    await other.append(shown, fold(shown));
    const second = await payingShop([answer('so be it')], {}, { store: other });
    const { ended } = await second.service.decide({ runId, callId: 's1_call_0', by: BY }, { approved: true });
    const run = await ended;
    expect(second.paid).toEqual([]);
    expect(run.steps[0]!.actions[0]!.observation).toMatchObject({
      ok: false,
      content: expect.stringContaining('no longer'),
    });
    expect(run.outcome).toEqual({ status: 'answered', answer: 'so be it' });
    await second.app.close();
    await store.close();
  });

  it('with an edited input runs that, also after a crash between the decision and the call', async () => {
    const first = await payingShop([act('pay'), answer('ok')], {});
    const { runId } = await first.service.ask({ question: 'q' });
    const decision = { approved: true, input: { order: 'B2' }, comment: 'the other one' };
    await (
      await first.service.decide({ runId, callId: 's1_call_0', by: BY }, decision)
    ).ended;
    const events = await first.service.events(runId);
    expect(first.paid).toEqual(['B2']);
    await first.app.close();
    const kept = events.slice(0, events.findIndex(({ type }) => type === 'approval.resolved') + 1);
    const store = new MemoryStore();
    await store.append(kept, fold(kept));
    const second = await payingShop([answer('later')], {}, { store });
    const result = await until(
      () => second.service.result(runId),
      ({ status }) => status === 'answered',
    );
    expect(second.paid).toEqual(['B2']);
    expect(result.steps[0]).toMatchObject({ actionInput: { order: 'B2' }, rawInput: '{"order":"A1"}' });
    await second.app.close();
  });

  it('of two calls in one step: nothing runs until both are decided, also at the same time', async () => {
    const calls = ['A1', 'B2', 'C3'].map((order) => ({ name: order === 'C3' ? 'look' : 'pay', input: { order } }));
    for (const together of [false, true]) {
      const { app, paid, service } = await payingShop([{ calls }, { text: 'ok' }], {}, { protocol: 'native' });
      const { runId, pendingApprovals, steps } = await service.ask({ question: 'q' });
      expect(pendingApprovals.map(({ callId }) => callId)).toEqual(['s1_call_0', 's1_call_1']);
      expect(steps.map(({ observation }) => observation)).toEqual([null, null, null]);
      const decide = async (callId: string, approved: boolean) =>
        (await service.decide({ runId, callId, by: BY }, { approved })).ended;
      if (together) await Promise.all([decide('s1_call_1', true), decide('s1_call_0', false)]);
      else {
        expect((await decide('s1_call_1', true)).steps[0]!.actions.map(({ state }) => state)).toEqual([
          'waiting',
          'approved',
          'proposed',
        ]);
        expect(paid).toEqual([]);
        await decide('s1_call_0', false);
      }
      const result = await service.result(runId);
      expect(result).toMatchObject({ status: 'answered', finalAnswer: 'ok' });
      expect(result.steps.map(({ ok }) => ok)).toEqual([false, true, true]);
      expect(paid).toEqual(['B2']);
      await app.close();
    }
  });

  it('belongs to its tenant, and a decision without a name or with wrong fields decides nothing', async () => {
    const { app, service } = await payingShop([act('pay'), answer('ok')], {});
    const { runId } = await service.ask({ question: 'q', tenant: 'a' });
    const call = { runId, callId: 's1_call_0', by: BY };
    await expect(service.decide({ ...call, tenant: 'b' }, { approved: true })).rejects.toMatchObject({
      code: 'run_not_found',
    });
    const wrong: object[] = [{ approved: 1 }, { approved: true, input: 3 }, { approved: false, comment: 7 }];
    for (const decision of wrong)
      await expect(service.decide({ ...call, tenant: 'a' }, decision as never)).rejects.toMatchObject({
        code: 'bad_request',
      });
    await expect(service.decide({ ...call, tenant: 'a', by: '' }, { approved: true })).rejects.toMatchObject({
      code: 'bad_request',
    });
    expect((await service.result(runId, 'a')).status).toBe('waiting');
    await app.close();
  });

  it('is asked for a bounded number of calls of a tenant: one more is refused, and the model is told', async () => {
    const { app, service } = await payingShop(
      [act('pay'), act('pay', 'B2'), act('pay', 'C3'), answer('too many'), act('pay', 'D4')],
      { maxPending: 2 },
    );
    const first = await service.ask({ question: 'q' });
    await service.ask({ question: 'q' });
    const third = await service.ask({ question: 'q' });
    expect(third).toMatchObject({ status: 'answered', finalAnswer: 'too many' });
    expect(third.steps[0]).toMatchObject({ ok: false, observation: expect.stringContaining('too many calls wait') });
    expect(await service.ask({ question: 'q', tenant: 'other' })).toMatchObject({ status: 'waiting' });
    await service.cancel(first.runId);
    expect((await service.list({ status: 'waiting', limit: 10 })).items).toHaveLength(1);
    await app.close();
  });

  it('that nobody gives in time counts as a rejection, and the run goes on', async () => {
    const { app, paid, service } = await payingShop(
      [act('pay'), answer('then not'), act('pay'), answer('not either')],
      {
        ttlMs: 1,
      },
    );
    const first = await service.ask({ question: 'q', conversationId: 'c' });
    await until(
      () => Date.now(),
      (now) => now > Date.parse(first.pendingApprovals[0]!.expiresAt!),
    );
    await app.get(ApprovalExpiry).sweep();
    const swept = await until(
      () => service.result(first.runId),
      ({ status }) => status === 'answered',
    );
    expect(swept).toMatchObject({ finalAnswer: 'then not' });
    expect(swept.steps[0]!.observation).toContain('in time');
    const second = await service.ask({ question: 'q', conversationId: 'c' });
    await until(
      () => Date.now(),
      (now) => now > Date.parse(second.pendingApprovals[0]!.expiresAt!),
    );
    const late = service.decide({ runId: second.runId, callId: 's1_call_0', by: BY }, { approved: true });
    await expect(late).rejects.toMatchObject({ code: 'approval_expired', runId: second.runId });
    await until(
      () => service.result(second.runId),
      ({ status }) => status === 'answered',
    );
    const resolved = (await service.events(second.runId)).filter(({ type }) => type === 'approval.resolved');
    expect(resolved).toMatchObject([{ approved: false, by: 'nobody', expired: true }]);
    expect(paid).toEqual([]);
    await app.close();
  });

  it('an old log that knows no terms can still be decided', async () => {
    const first = await payingShop([act('pay')], {});
    const { runId } = await first.service.ask({ question: 'q' });
    const events = await first.service.events(runId);
    await first.app.close();
    const old = events.map((event): RunEvent => {
      if (event.type !== 'approval.requested') return event;
      const { terms: _, ...known } = event;
      return known;
    });
    const store = new MemoryStore();
    await store.append(old, old.reduce<ReturnType<typeof apply> | undefined>(apply, undefined)!);
    const second = await payingShop([answer('ok')], {}, { store });
    await (
      await second.service.decide({ runId, callId: 's1_call_0', by: BY }, { approved: true })
    ).ended;
    expect(second.paid).toEqual(['A1']);
    await second.app.close();
  });
});
