import type { RunStore } from '../../src/core/run-store';
import { appendRun, readEvents } from '../support/append-run';
import {
  aModelReplied,
  anAct,
  anObservation,
  aCall,
  anAnsweredRun,
  aRunStarted,
  aToolFinished,
  aToolStarted,
  aWaitingRun,
} from '../support/builders';
import type { OpenStore } from './opened-store';

export function describeHostileValues(open: OpenStore): void {
  let store: RunStore;
  beforeEach(async () => {
    store = (await open()).store;
  });
  afterEach(() => store.close());

  const questionBack = async (question: string): Promise<unknown> => {
    await appendRun(store, 'run-1', [aRunStarted({ question })]);
    const [event] = await readEvents(store, 'acme', 'run-1');
    const { items } = await store.list({ tenant: 'acme', limit: 1 });
    expect(items[0]?.question).toBe(event?.type === 'run.started' ? event.question : undefined);
    return items[0]?.question;
  };

  it.each([
    ['Chinese', '六月卖了多少？退款 88231'],
    ['emoji and joined emoji', '😀 👩‍👩‍👧 🇨🇳'],
    ['quotes of SQL', `'; DROP TABLE runs; -- " \` \\' %_?`],
    ['JSON escapes as text', '\\u0000 \\ud800 \\\\u0000 \\n'],
    ['control characters', '\u0001\u001b[31m\r\n\t\u007f\u2028\u2029\ufeff'],
    ['keys of objects', '__proto__ constructor'],
    ['nothing', ''],
  ])('gives back %s unchanged', async (_, text) => {
    expect(await questionBack(text)).toBe(text);
  });

  it.each([
    ['NUL', 'a\0b', 'a\ufffdb'],
    ['a lone high surrogate', 'a\ud83db', 'a\ufffdb'],
    ['a lone low surrogate', '\udc00', '\ufffd'],
    ['surrogates in the wrong order', '\ude00\ud83d', '\ufffd\ufffd'],
    ['a backslash before them', '\\\0\\\ud800', '\\\ufffd\\\ufffd'],
  ])('replaces %s by U+FFFD', async (_, text, stored) => {
    expect(await questionBack(text)).toBe(stored);
  });

  it('treats keys like values', async () => {
    await appendRun(store, 'run-1', [
      aRunStarted(),
      aModelReplied(anAct()),
      aToolStarted('s1_call_0', { 'a\0b': { 'c\ud800': 1 } }),
    ]);

    const events = await readEvents(store, 'acme', 'run-1');

    expect(events[2]).toMatchObject({ input: { 'a\ufffdb': { 'c\ufffd': 1 } } });
  });

  it('keeps __proto__ as data, and no prototype is changed by it', async () => {
    const input: unknown = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}');
    await appendRun(store, 'run-1', [aRunStarted(), aModelReplied(anAct(aCall({ input })))]);

    const [, event] = await readEvents(store, 'acme', 'run-1');

    expect(JSON.stringify(event)).toContain(JSON.stringify(input));
    expect(Object.getOwnPropertyDescriptor(Object.prototype, 'isAdmin')).toBeUndefined();
  });

  it('keeps a body of 1 MB', async () => {
    const content = '退款 😀 "quoted" \\ line\n'.repeat(50_000);
    await appendRun(store, 'run-1', [
      aRunStarted(),
      aModelReplied(anAct()),
      aToolFinished('s1_call_0', anObservation(content)),
    ]);

    const [, , event] = await readEvents(store, 'acme', 'run-1');

    expect(content.length).toBeGreaterThan(1_000_000);
    expect(event?.type === 'tool.finished' && event.observation.content === content).toBe(true);
  });

  it('finds a run by hostile names, and by nothing that only resembles them', async () => {
    const agent = "x') OR 1=1--";
    await appendRun(store, "run'1\0", anAnsweredRun({ tenant: 'acme\0', agent, conversationId: 'c\ud800' }));

    const { items } = await store.list({ tenant: 'acme\0', agent, conversationId: 'c\ud800', limit: 10 });

    expect(items).toMatchObject([{ agent, conversationId: 'c\ufffd' }]);
    expect(await store.list({ tenant: 'acme', limit: 10 })).toEqual({ items: [] });
    expect(await store.list({ tenant: 'acme\0', agent: 'x', limit: 10 })).toEqual({ items: [] });
    expect(await readEvents(store, 'acme', "run'1\ufffd")).toEqual([]);
    expect(await readEvents(store, 'acme\0', "run'1\ufffd")).toHaveLength(8);
  });

  it('does not let a reader change what is stored', async () => {
    await appendRun(store, 'run-1', aWaitingRun());

    for (const event of await readEvents(store, 'acme', 'run-1')) Object.assign(event, { seq: 99, type: 'forged' });
    for (const item of (await store.list({ tenant: 'acme', limit: 1 })).items) item.pendingApprovals.pop();

    expect(await readEvents(store, 'acme', 'run-1')).toMatchObject([{ seq: 1 }, { seq: 2 }, { seq: 3 }, { seq: 4 }]);
    expect((await store.list({ tenant: 'acme', limit: 1 })).items[0]?.pendingApprovals).toHaveLength(1);
  });
}
