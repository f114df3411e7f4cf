import { Injectable } from '@nestjs/common';
import { ToolError } from '../../src/core/errors';
import type { Action } from '../../src/core/run';
import type { InvokeContext, Observation, ToolContext, ToolResult } from '../../src/core/tool';
import { ReActTool, type ToolHandler } from '../../src/tools/react-tool.decorator';
import { watchFaults } from './invoke';
import { aCall, aContext, City, registryOf } from './support';

const faults = watchFaults();

type Reconcile = (key: string, input: object, context: ToolContext) => unknown;

/** The tools of an app with one that pays, and that can tell what became of it. */
async function toolsThat(execute: ToolHandler['execute'], reconcile?: Reconcile, timeoutMs = 5_000) {
  @ReActTool({ name: 'pay', description: 'Pays.', input: City, effect: 'write', timeoutMs })
  @Injectable()
  class PayTool {
    execute = execute;
  }
  if (reconcile) Object.assign(PayTool.prototype, { reconcile });
  return (await registryOf(PayTool)).toolsFor(['pay']);
}

const paying = async (...given: Parameters<typeof toolsThat>): Promise<Observation> =>
  (await (await toolsThat(...given)).invoke(aCall('pay'), { city: 'Bonn' }, aContext())).observation;

const UNKNOWN = 'Its effect is unknown: it may have happened or not.';
const happened: Reconcile = () => ({ happened: true, observation: { paid: 'Bonn' } });
const notHappened: Reconcile = () => ({ happened: false });

const heedsItsSignal: ToolHandler['execute'] = (_, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
const heedsNothing: ToolHandler['execute'] = () => new Promise(() => undefined);
const breaks = (): never => {
  throw new Error('socket hang up');
};

describe('a write that was stopped, of a tool that can tell what became of it (T08)', () => {
  it('has the outcome that the tool finds by the key of the call', async () => {
    const asked: unknown[] = [];
    const reconcile: Reconcile = async (key, input, context) => {
      asked.push([key, input, context.idempotencyKey, context.signal.aborted]);
      return { happened: true, observation: 'Bonn is paid' };
    };
    expect(await paying(heedsNothing, reconcile, 20)).toEqual({ ok: true, content: 'Bonn is paid' });
    expect(asked).toEqual([['run-1:s1_call_0', { city: 'Bonn' }, 'run-1:s1_call_0', false]]);
  });

  it('is told as not done when it has ended and did not happen', async () => {
    expect(await paying(heedsItsSignal, notHappened, 20)).toEqual({
      ok: false,
      content: 'Tool "pay" gave no result within 20 ms and was stopped. It had no effect.',
    });
  });

  it('stays unknown when it did not happen so far and goes on all the same', async () => {
    const observation = await paying(heedsNothing, notHappened, 20);
    expect(observation).toMatchObject({ ok: false, effectUnknown: true, content: expect.stringContaining(UNKNOWN) });
  });

  it('is asked about after an error too, but not after a ToolError, which says what happened', async () => {
    expect(await paying(breaks, happened)).toEqual({ ok: true, content: '{"paid":"Bonn"}' });
    expect(await paying(breaks, notHappened)).toEqual({
      ok: false,
      content: 'Tool "pay" failed: socket hang up It had no effect.',
    });
    const refuses: ToolHandler['execute'] = () => {
      throw new ToolError('Bonn owes nothing.');
    };
    expect(await paying(refuses, happened)).toEqual({ ok: false, content: 'Bonn owes nothing.' });
  });

  it('is looked into when its run was cancelled, while there is time', async () => {
    const cancel = new AbortController();
    const tools = await toolsThat((_, { signal }) => {
      cancel.abort(new Error('left'));
      throw signal.reason;
    }, happened);
    const { observation } = await tools.invoke(aCall('pay'), { city: 'Bonn' }, aContext({ signal: cancel.signal }));
    expect(observation).toEqual({ ok: true, content: '{"paid":"Bonn"}' });
  });

  it('leaves a read alone', async () => {
    @ReActTool({ name: 'look', description: 'Looks.', input: City, effect: 'read' })
    @Injectable()
    class LookTool {
      execute = breaks;
    }
    const tools = (await registryOf(LookTool)).toolsFor(['look']);
    const { observation } = await tools.invoke(aCall('look'), { city: 'Bonn' }, aContext());
    expect(observation).toEqual({ ok: false, content: 'Tool "look" failed: socket hang up' });
  });
});

/** Answers of which nothing can be learnt, with the line that the log gets; none for an honest `undefined`. */
const UNCLEAR: [string, Reconcile, RegExp | undefined][] = [
  ['does not know', () => undefined, undefined],
  ['throws', breaks, /asked what became of call s1_call_0 and failed: socket hang up/],
  ['gives null', () => null, /answered neither/],
  ['answers true', () => true, /answered neither/],
  ['answers with words', async () => 'it happened', /answered neither/],
  ['answers half', () => ({ happened: 'yes' }), /answered neither/],
];

describe.each(UNCLEAR)('a reconcile that %s', (_, reconcile, line) => {
  it('leaves the effect unknown, and the log says why', async () => {
    const observation = await paying(heedsItsSignal, reconcile, 20);
    expect(observation).toMatchObject({ ok: false, effectUnknown: true, content: expect.stringContaining(UNKNOWN) });
    const lines = faults.warnings.map(([text]) => text);
    expect(lines).toEqual(line ? [expect.stringMatching(line)] : []);
  });

  it('leaves it unknown after a stop of the process too', async () => {
    expect(await afterStop(reconcile)).toMatchObject({ observation: { ok: false, effectUnknown: true } });
  });
});

it('a reconcile that hangs is given up with its run', async () => {
  const cancel = new AbortController();
  const tools = await toolsThat(breaks, (_key, _input, { signal }) => {
    cancel.abort(new Error('left'));
    expect(signal.aborted).toBe(true);
    return new Promise(() => undefined);
  });
  const { observation } = await tools.invoke(aCall('pay'), { city: 'Bonn' }, aContext({ signal: cancel.signal }));
  expect(observation).toMatchObject({ ok: false, effectUnknown: true });
});

it.each([
  ['while its run goes on', false, 5_000],
  ['in a run that was cancelled', true, 600],
])('a reconcile that hangs %s is given up after its own time', async (_, isCancelled, ms) => {
  const cancel = new AbortController();
  if (isCancelled) cancel.abort(new Error('left'));
  const asked = jest.fn(() => new Promise(() => undefined));
  const tools = await toolsThat(breaks, asked);
  jest.useFakeTimers();
  try {
    const settling = tools.reconcile(cutOff(), aContext({ signal: cancel.signal }));
    let settled: ToolResult | 'not yet' | undefined = 'not yet';
    void settling.then((result) => (settled = result));
    await jest.advanceTimersByTimeAsync(ms - 1);
    expect([asked.mock.calls.length, settled]).toEqual([1, 'not yet']);
    await jest.advanceTimersByTimeAsync(1);
    expect(settled).toMatchObject({ observation: { effectUnknown: true } });
  } finally {
    jest.useRealTimers();
  }
});

const cutOff = (change: Partial<Action> = {}): Action => ({
  call: aCall('pay', { city: 'Bonn' }),
  state: 'started',
  effect: 'write',
  input: { city: 'Bonn' },
  ...change,
});

async function afterStop(
  reconcile?: Reconcile,
  change: Partial<Action> = {},
  context: Partial<InvokeContext> = {},
): Promise<ToolResult | undefined> {
  return (await toolsThat(breaks, reconcile)).reconcile(cutOff(change), aContext(context));
}

describe('a write that a stop of the process cut off', () => {
  it('has the outcome that the tool finds, from its recorded input', async () => {
    let seen: unknown;
    const result = await afterStop((_, input) => ((seen = input), { happened: true, observation: 'found' }));
    expect(result).toEqual({ observation: { ok: true, content: 'found' } });
    expect(seen).toBeInstanceOf(City);
    expect(seen).toEqual({ city: 'Bonn' });
  });

  it('may run now when it did not happen', async () => {
    expect(await afterStop(notHappened)).toBeUndefined();
  });

  it.each<[string, Reconcile | undefined, Partial<Action>]>([
    ['a tool that cannot tell', undefined, {}],
    ['a tool that is gone', happened, { call: aCall('refund', {}) }],
    ['an input that is taken no more', happened, { input: { town: 'Bonn' } }],
    ['a call of which the store has no ledger any more', undefined, { transactional: true }],
  ])('is unknown for %s', async (_, reconcile, change) => {
    const result = await afterStop(reconcile, change);
    expect(result).toMatchObject({ observation: { ok: false, effectUnknown: true } });
    expect(result?.observation.content).toMatch(/^The process stopped while tool "\w+" was running\. Its effect/);
  });

  it('is told in Chinese in a Chinese run', async () => {
    const run = { id: 'run-1', agent: 'a', tenant: 't', language: 'zh' as const };
    expect((await afterStop(undefined, {}, { run }))?.observation.content).toBe(
      '工具“pay”执行时进程中断了。 它是否已经生效尚不清楚。不要重复执行，并在回答中说明需要人工核实。',
    );
  });
});
