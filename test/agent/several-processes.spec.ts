import type { Model, RunEvent } from '../../src';
import { hold, start } from './processes';
import { act, answer } from './tools-of-a-shop';
import { until } from './until';

const finishes = (events: RunEvent[]): RunEvent[] => events.filter(({ type }) => type === 'run.finished');

describe('a cancel at another process', () => {
  it('ends a run in a write at once, tells that its effect is unknown, and its process aborts the tool', async () => {
    const held = hold('paid');
    const first = await start([act('pay')], { pay: held.work });
    const asked = first.service.ask({ question: 'q' });
    await held.begun();
    const second = await start([]);
    const { runId } = (await second.service.list({ limit: 1 })).items[0]!;

    const result = await second.service.cancel(runId);

    expect(result).toMatchObject({ status: 'cancelled', steps: [{ action: 'pay', ok: false, effectUnknown: true }] });
    expect(await asked).toEqual(result);
    expect(held.signals[0]!.aborted).toBe(true);
    expect(finishes(await second.service.events(runId))).toHaveLength(1);
  });

  it('ends a run that waits for its model, and the model call is aborted', async () => {
    let aborted = false;
    const model: Model = {
      name: 'silent',
      stream: async function* (_, signal) {
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        yield { text: 'never' };
      },
    };
    const first = await start(model);
    const { runId, ended } = await first.service.begin({ question: 'q' });
    void ended.then(() => (aborted = true));
    await until(
      () => first.service.result(runId).catch(() => undefined),
      (result) => result?.status === 'running',
    );
    const second = await start([]);

    expect(await second.service.cancel(runId)).toMatchObject({ status: 'cancelled' });

    expect((await ended).outcome).toEqual({ status: 'cancelled' });
    expect(aborted).toBe(true);
  });

  it('ends a run that yet another process takes away again and again for a tenth of a second', async () => {
    const held = hold('paid'); // else the run would be over before the cancel where the machine is slow
    const first = await start([act('pay')], { pay: held.work });
    const { runId } = await first.service.enqueue({ question: 'q' });
    await held.begun();
    const second = await start([]);
    const seize = second.store.seize.bind(second.store);
    const begunAt = performance.now();
    let taken = 0;
    second.store.seize = async (holder, tenant, id, ifFree) => {
      const token = await seize(holder, tenant, id, ifFree);
      if (performance.now() - begunAt > 100) return token;
      taken += 1;
      await first.store.seize({ owner: 'a third', ttlMs: 60_000 }, tenant, id);
      return token;
    };

    expect(await second.service.cancel(runId)).toMatchObject({ status: 'cancelled' });
    expect(taken).toBeGreaterThan(0);
    expect(finishes(await second.service.events(runId))).toHaveLength(1);
  });

  it('is made for a client that left, also when another process has the run by then', async () => {
    const held = hold('seen');
    const first = await start([act('look')], { look: held.work });
    const left = new AbortController();
    const { runId, ended } = await first.service.begin({ question: 'q' }, left.signal);
    await held.begun();
    const second = await start([]);
    await second.store.seize({ owner: 'another', ttlMs: 60_000 }, 'default', runId);
    await until(
      () => held.signals[0]!.aborted,
      (aborted) => aborted,
    );
    expect(await second.service.result(runId)).toMatchObject({ status: 'running' });

    left.abort();

    expect((await ended).outcome).toEqual({ status: 'cancelled' });
    expect(await second.service.result(runId)).toMatchObject({ status: 'cancelled' });
  });

  it('ends a queued run, which its process does not begin any more', async () => {
    const held = hold('seen');
    const background = { maxRunning: 1, maxWaiting: 5 };
    const first = await start([act('look'), answer('one'), answer('never')], { look: held.work }, { background });
    const running = await first.service.enqueue({ question: 'one' });
    const queued = await first.service.enqueue({ question: 'two' });
    await held.begun();
    const second = await start([]);

    expect(await second.service.cancel(queued.runId)).toMatchObject({ status: 'cancelled', steps: [] });

    held.letGo();
    await until(
      () => first.service.result(running.runId),
      ({ success }) => success,
    );
    await first.app.close();
    expect((await second.service.events(queued.runId)).map(({ type }) => type)).toEqual([
      'run.started',
      'run.finished',
    ]);
  });
});

it('of two questions that come to two processes at once, one is let into the conversation', async () => {
  const held = hold('seen');
  const both = [await start([act('look'), answer('1')], { look: held.work })];
  both.push(await start([act('look'), answer('1')], { look: held.work }));

  const asked = both.map(({ service }) => service.ask({ question: 'q', conversationId: 'c' }));
  const refused = await Promise.any(
    asked.map((ask) =>
      ask.then(
        () => Promise.reject(new Error('answered')),
        (e: unknown) => e,
      ),
    ),
  );
  held.letGo();

  expect(refused).toMatchObject({ code: 'conversation_busy', runId: expect.any(String) });
  const answered = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled');
  expect(answered).toHaveLength(1);
  expect((await both[0]!.service.conversation('c')).map(({ runId }) => runId)).toEqual([
    (refused as { runId: string }).runId,
  ]);
});

it('a run can be followed at a process that does not move it', async () => {
  const held = hold('seen');
  const first = await start([act('look'), answer('42')], { look: held.work });
  const { runId, ended } = await first.service.begin({ question: 'q' });
  await held.begun();
  const second = await start([]);
  const seen: RunEvent[] = [];
  for await (const event of second.service.follow(runId, new AbortController().signal)) {
    if (seen.push(event) === 2) held.letGo();
  }
  await ended;
  expect(seen).toEqual(await first.service.events(runId));
});
