import { MemoryStore, ReActAgentService, ScriptedModel } from '../../src';
import { ApprovalExpiry } from '../../src/agent/approval-expiry';
import { act, answer, shop } from './tools-of-a-shop';

const DAY_MS = 86_400_000;

afterEach(() => jest.restoreAllMocks());

it.each([
  ['a day ahead of', -DAY_MS],
  ['a day behind', DAY_MS],
])('in a process %s the store’s clock an approval is due by that of the store', async (_, storeIsAheadMs) => {
  let waitedMs = 0;
  const now = async (): Promise<number> => Date.now() + storeIsAheadMs + waitedMs;
  const store = Object.assign(new MemoryStore(), { now });
  const script = [act('pay'), answer('paid'), act('pay'), answer('not paid')];
  const app = await shop(new ScriptedModel(script), { store, approvals: { ttlMs: 60_000 } });
  const service = app.get(ReActAgentService);

  const first = await service.ask({ question: 'q' });
  await app.get(ApprovalExpiry).sweep();
  const decided = { runId: first.runId, callId: 's1_call_0', by: 'Li' };
  const { ended } = await service.decide(decided, { approved: true });
  expect((await ended).outcome).toEqual({ status: 'answered', answer: 'paid' });

  const second = await service.ask({ question: 'q' });
  waitedMs = 61_000;
  const late = service.decide({ ...decided, runId: second.runId }, { approved: true });
  await expect(late).rejects.toMatchObject({ code: 'approval_expired' });
  await app.close();
});

it('a clock that jumps by a day while a run goes on uses up none of its time', async () => {
  const look = (): string => {
    const real = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => real() + DAY_MS);
    return 'seen';
  };
  const app = await shop(new ScriptedModel([act('look'), act('look', 'B2'), answer('42')]), {}, { look });

  const result = await app.get(ReActAgentService).ask({ question: 'q' });

  expect(result).toMatchObject({ status: 'answered', finalAnswer: '42' });
  expect(result.durationMs).toBeLessThan(60_000);
  await app.close();
});
