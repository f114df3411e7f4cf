import { ReActAgentService, ScriptedModel } from '../../src';
import { act, answer, shop } from './tools-of-a-shop';

it('a decided run goes on in one of the places for runs; where none becomes free, nothing is decided', async () => {
  const model = new ScriptedModel([act('pay'), act('look'), answer('ok')]);
  const app = await shop(
    model,
    { approvals: {}, foreground: { maxRunning: 1, maxWaitMs: 50 } },
    {
      pay: () => 'paid',
      look: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
    },
  );
  const service = app.get(ReActAgentService);
  const { runId } = await service.ask({ question: 'pay' });
  const client = new AbortController();
  const other = service.ask({ question: 'look' }, client.signal);
  const call = { runId, callId: 's1_call_0', by: 'Li' };

  await expect(service.decide(call, { approved: true })).rejects.toMatchObject({ code: 'overloaded' });
  expect((await service.result(runId)).status).toBe('waiting');

  client.abort();
  await other;
  const { ended } = await service.decide(call, { approved: true });
  expect((await ended).outcome).toEqual({ status: 'answered', answer: 'ok' });
  await app.close();
});
