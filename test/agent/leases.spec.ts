import type { RunEvent } from '../../src';
import { hold, start } from './processes';
import { act, answer } from './tools-of-a-shop';
import { until } from './until';

const finishes = (events: RunEvent[]): RunEvent[] => events.filter(({ type }) => type === 'run.finished');

describe('a run whose process hangs', () => {
  it('goes on at another one; the late one is refused, stops, and tells what became of the run', async () => {
    const held = hold('seen by the first');
    const first = await start([act('look')], { look: held.work });
    const asked = first.service.ask({ question: 'q' });
    await held.begun();
    first.leases.stop(); // its heartbeat does not get through any more

    const second = await start([answer('done by the second')], { look: () => 'seen by the second' });
    const { runId } = (await second.service.list({ limit: 1 })).items[0]!;
    const result = await until(
      () => second.service.result(runId),
      ({ success }) => success,
    );
    expect(result).toMatchObject({ finalAnswer: 'done by the second', steps: [{ observation: 'seen by the second' }] });

    held.letGo();
    expect(await asked).toEqual(result);
    const events = await second.service.events(runId);
    expect(finishes(events)).toHaveLength(1);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.filter(({ resumed }) => resumed)).toHaveLength(1);
  });

  it('has its write done once: the other process tells that the effect is unknown', async () => {
    const held = hold('paid');
    const first = await start([act('pay')], { pay: held.work });
    const asked = first.service.ask({ question: 'q' });
    await held.begun();
    first.leases.stop();

    const again = jest.fn();
    const second = await start([answer('looked after it')], { pay: again });
    const { runId } = (await second.service.list({ limit: 1 })).items[0]!;
    const { steps } = await until(
      () => second.service.result(runId),
      ({ success }) => success,
    );
    held.letGo();

    expect(steps).toMatchObject([{ action: 'pay', ok: false, observation: expect.stringContaining('unknown') }]);
    expect((await asked).steps).toEqual(steps);
    expect(again).not.toHaveBeenCalled();
  });

  it('is given up at the heartbeat when that gets through again: its tool hears the abort', async () => {
    const held = hold('late');
    const first = await start([act('look')], { look: held.work });
    const asked = first.service.ask({ question: 'q' });
    await held.begun();
    const renew = jest.spyOn(first.store, 'renew').mockRejectedValue(new Error('no route'));
    const second = await start([answer('done')]);
    const { runId } = (await second.service.list({ limit: 1 })).items[0]!;
    await until(
      () => second.service.result(runId),
      ({ success }) => success,
    );
    expect(held.signals[0]!.aborted).toBe(false);

    renew.mockRestore();

    expect(await asked).toMatchObject({ finalAnswer: 'done' });
    expect(held.signals[0]!.aborted).toBe(true);
  });

  it('leaves its queued runs to the others too', async () => {
    const held = hold('never');
    const first = await start([act('look')], { look: held.work }, { background: { maxRunning: 1, maxWaiting: 5 } });
    const runIds: string[] = [];
    for (const question of ['one', 'two', 'three']) runIds.push((await first.service.enqueue({ question })).runId);
    await held.begun();
    first.leases.stop();

    const second = await start([answer('1'), answer('2'), answer('3')]);
    for (const runId of runIds) {
      const result = await until(
        () => second.service.result(runId),
        ({ success }) => success,
      );
      expect(result.status).toBe('answered');
    }
    held.letGo();
  });
});

it('a run that takes longer than a lease stays with its process, queued ones too', async () => {
  const held = hold('seen');
  const options = { leaseMs: 3000, background: { maxRunning: 1, maxWaiting: 5 } };
  const first = await start([act('look'), answer('one'), answer('two')], { look: held.work }, options);
  const running = await first.service.enqueue({ question: 'one' });
  const queued = await first.service.enqueue({ question: 'two' });
  await held.begun();
  const renew = jest.spyOn(first.store, 'renew');
  const second = await start([], {}, options);
  const acquire = jest.spyOn(second.store, 'acquire');

  await until(
    () => renew.mock.calls.length,
    (beats) => beats >= 6, // longer than a lease
  );

  expect((await Promise.all(acquire.mock.results.map(({ value }) => value as Promise<unknown[]>))).flat()).toEqual([]);
  held.letGo();
  for (const { runId } of [running, queued]) {
    await until(
      () => first.service.result(runId),
      ({ success }) => success,
    );
  }
  expect(held.signals).toHaveLength(1);
  expect((await second.service.result(queued.runId)).finalAnswer).toBe('two');
});
