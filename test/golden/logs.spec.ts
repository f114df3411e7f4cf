import { statusOf, summaryOf, toReActResult } from '../../src/core/react-result';
import { fold } from '../../src/core/run';
import type { Fact, Outcome, RunEvent } from '../../src/core/run-event';
import { MemoryStore } from '../../src/stores/memory.store';
import { namesOf, readLog, readView, UNRELEASED, versions } from './files';
import { callsIn, promptsOf, unannounced } from './invariants';
import { VIEWS } from './views';

const logs = versions().flatMap((version) => namesOf(version).map((name): [string, string] => [version, name]));

describe.each(logs)('%s/%s', (version, name) => {
  const events = readLog(version, name);
  const types = events.map(({ type }) => type);

  it.each(Object.keys(VIEWS))('gives the committed %s', async (view) => {
    expect(await VIEWS[view]?.(events)).toBe(readView(version, name, view));
  });

  it('is one run without a gap, begins with its start and has at most one end, as its last event', () => {
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(new Set(events.map(({ runId }) => runId)).size).toBe(1);
    expect(types.indexOf('run.started')).toBe(0);
    expect(types.lastIndexOf('run.started')).toBe(0);
    const isWaiting = statusOf(fold(events)) === 'waiting';
    expect(types.filter((type) => type === 'run.finished')).toHaveLength(isWaiting ? 0 : 1);
    expect(types.at(-1)).toBe(isWaiting ? 'approval.requested' : 'run.finished');
  });

  it('settles each call once, and none that nobody made', () => {
    const { made, settled } = callsIn(events);
    const open = toReActResult(fold(events)).pendingApprovals.map(({ callId }) => callId);
    expect(new Set(made).size).toBe(made.length);
    expect([...settled, ...open].sort()).toEqual([...made].sort());
    expect(unannounced(events)).toEqual([]);
  });

  it('has prompts that only grow while the protocol stays and nothing is summarised', () => {
    const stretches = promptsOf(events);
    expect(stretches.flat()).toHaveLength(types.filter((type) => type === 'step.started').length);
    for (const prompts of stretches) {
      for (const [index, prompt] of prompts.slice(1).entries()) {
        const before = prompts[index] ?? [];
        expect(prompt.slice(0, before.length)).toEqual(before);
      }
    }
  });

  it('is listed by a store as its result without the steps', async () => {
    const store = new MemoryStore();
    const run = fold(events);
    await store.append(events, run);
    const { items } = await store.list({ tenant: run.tenant, limit: 10 });
    const { steps: _, ...summary } = toReActResult(run);
    expect(items).toEqual([summary]);
    expect(summaryOf(run)).toEqual(summary);
  });

  it('folds to the same at once and one event after the other', async () => {
    for (let count = 1; count <= events.length; count += 1) fold(events.slice(0, count));
    expect(fold(structuredClone(events))).toEqual(fold(events));
  });
});

describe('the golden logs', () => {
  const all = namesOf(UNRELEASED).map((name) => readLog(UNRELEASED, name));

  it('hold every type of event, and every way to end', () => {
    const types: Record<Exclude<Fact['type'], 'text.delta'>, true> = {
      'run.started': true,
      'step.started': true,
      'model.replied': true,
      'approval.requested': true,
      'approval.resolved': true,
      'tool.started': true,
      'tool.finished': true,
      'context.compacted': true,
      'run.finished': true,
    };
    expect(new Set(all.flat().map(({ type }) => type))).toEqual(new Set(Object.keys(types)));
    const statuses: Record<Outcome['status'], true> = { answered: true, stopped: true, failed: true, cancelled: true };
    const ends = all.flat().flatMap((event) => (event.type === 'run.finished' ? [event.outcome.status] : []));
    expect(new Set(ends)).toEqual(new Set(Object.keys(statuses)));
  });

  const named = (situation: string): RunEvent[][] =>
    namesOf(UNRELEASED)
      .filter((name) => name.split('.')[0] === situation)
      .map((name) => readLog(UNRELEASED, name));

  it.each<[string, number, object]>([
    ['clerk-idle', 3, { status: 'stopped', failureReason: 'idle' }],
    ['bitmall-step-limit', 3, { status: 'stopped', failureReason: 'step_limit' }],
    ['bitmall-refund-waiting', 3, { status: 'waiting', finalAnswer: null }],
    ['clerk-model-failed', 3, { status: 'failed', failureReason: 'model_failed' }],
    ['clerk-cancelled', 3, { status: 'cancelled' }],
    ['clerk-malformed-then-ok', 3, { status: 'answered' }],
    ['clerk-protocol-switch', 1, { status: 'answered', protocol: 'text' }],
  ])('%s is there in %i protocols and ends as it says', (situation, count, expected) => {
    expect(named(situation)).toHaveLength(count);
    for (const events of named(situation)) expect(toReActResult(fold(events))).toMatchObject(expected);
  });

  it('show each rung of a run that gets nowhere', () => {
    for (const events of named('clerk-idle')) {
      const asked = events.flatMap((event) => (event.type === 'step.started' ? [event] : []));
      expect(asked.map(({ hint, withheld, forced }) => [hint, withheld, forced])).toEqual([
        [undefined, undefined, undefined],
        [undefined, undefined, undefined],
        ['same_action', undefined, undefined],
        ['same_action', ['look'], undefined],
        [undefined, undefined, 'idle'],
      ]);
    }
  });

  it.each<[string, number, object[]]>([
    // the store has no record of the effect, so it did not happen
    ['replenishment-crash-during-write', 2, [{ action: '审批补货计划单', ok: true }]],
    ['replenishment-crash-after-write', 1, [{ action: '审批补货计划单', ok: true }]],
    [
      'clerk-crash-during-write',
      1,
      [
        { action: 'pay', ok: false, effectUnknown: true },
        { action: 'pay', ok: false, observation: expect.stringContaining('was not run') },
      ],
    ],
  ])('%s: the write starts %i times, and its effect is known or said to be unknown', (situation, starts, rows) => {
    expect(named(situation)).toHaveLength(3);
    for (const events of named(situation)) {
      const writes = events.filter((event) => event.type === 'tool.started' && event.effect === 'write');
      expect(writes).toHaveLength(starts);
      expect(toReActResult(fold(events)).steps.slice(-rows.length)).toMatchObject(rows);
    }
  });
});
