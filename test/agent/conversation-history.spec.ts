import { historyOf } from '../../src/agent/conversation-history';
import { estimateTokens } from '../../src/tokens/estimate-tokens';
import type { Message } from '../../src/core/model';
import type { RunSummary } from '../../src/core/run-store';
import { summaryOf } from '../../src/core/react-result';
import { fold } from '../../src/core/run';
import type { Outcome } from '../../src/core/run-event';
import { aRunFinished, aRunStarted, eventsOf } from '../support/builders';

const run = (question: string, outcome: Outcome): RunSummary =>
  summaryOf(fold(eventsOf('run', [aRunStarted({ question }), aRunFinished(outcome)])));
const answered = (question: string, answer: string): RunSummary => run(question, { status: 'answered', answer });
/** 40 tokens for question and answer. */
const forty = (name: string): RunSummary => answered(`${name}?`.padEnd(80, '.'), `${name}!`.padEnd(80, '.'));

const messages = (...given: Parameters<typeof historyOf>): readonly Message[] => historyOf(...given).messages;
const told = (newestFirst: readonly RunSummary[], maxTokens: number): string[] =>
  messages(newestFirst, maxTokens).map(({ role, content }) => `${role}: ${content}`);
const tokens = (newestFirst: readonly RunSummary[], maxTokens: number): number =>
  messages(newestFirst, maxTokens).reduce((sum, { content }) => sum + estimateTokens(content), 0);

describe('the history of a conversation', () => {
  it('has questions and answers, oldest first, of the runs that have an answer', () => {
    const newestFirst = [
      run('limited', { status: 'stopped', reason: 'step_limit', answer: 'as far as known' }),
      run('cut', { status: 'stopped', reason: 'deadline' }),
      run('given up', { status: 'cancelled' }),
      run('broken', { status: 'failed', code: 'model_failed', message: 'x' }),
      answered('first', 'one'),
    ];
    expect(told(newestFirst, 4000)).toEqual([
      'user: first',
      'assistant: one',
      'user: limited',
      'assistant: as far as known',
    ]);
  });

  it('keeps the newest that fit, to the token', () => {
    const newestFirst = ['c', 'b', 'a'].map(forty);
    expect(messages(newestFirst, 120)).toHaveLength(6);
    expect(messages(newestFirst, 119)).toHaveLength(4);
    expect(told(newestFirst, 119)[0]).toMatch(/^user: b/);
    expect(messages(newestFirst, 80)).toHaveLength(4);
    expect(messages(newestFirst, 79)).toHaveLength(2);
  });

  it('leaves no gap: what is older than one that does not fit is left out too', () => {
    const newestFirst = [forty('c'), answered('b', '长'.repeat(200)), forty('a')];
    expect(told(newestFirst, 100)[0]).toMatch(/^user: c/);
    expect(messages(newestFirst, 100)).toHaveLength(2);
  });

  it.each([
    ['a long question', '问'.repeat(9000), '短'],
    ['a long answer', '短', '答'.repeat(9000)],
    ['both', '问'.repeat(9000), 'a'.repeat(90_000)],
    ['characters of two units', '😀'.repeat(9000), '😀'.repeat(9000)],
  ])('of the newest exchange the beginnings are kept when it is too long: %s', (_, question, answer) => {
    const [asked, replied] = messages([answered(question, answer), forty('a')], 1000);
    expect(tokens([answered(question, answer)], 1000)).toBeLessThanOrEqual(1000);
    expect(tokens([answered(question, answer)], 1000)).toBeGreaterThan(990);
    for (const [part, whole] of [
      [asked!.content, question],
      [replied!.content, answer],
    ] as const) {
      expect(whole.startsWith(part.replace(/…$/, ''))).toBe(true);
      expect(() => encodeURIComponent(part)).not.toThrow(); // it would for half a character
      expect(part === whole || part.endsWith('…')).toBe(true);
    }
  });

  it('says from where on untrusted text may be in it; what did not fit does not count', () => {
    const read: RunSummary = { ...forty('b'), untrusted: true };
    const newestFirst = [forty('d'), forty('c'), read, forty('a')];
    expect(historyOf(newestFirst, 160)).toMatchObject({ untrustedFrom: 2, messages: { length: 8 } });
    expect(historyOf(newestFirst, 120)).toMatchObject({ untrustedFrom: 0, messages: { length: 6 } });
    expect(historyOf(newestFirst, 80)).not.toHaveProperty('untrustedFrom');
    expect(historyOf([{ ...answered('q', '长'.repeat(2000)), untrusted: true }], 100)).toMatchObject({
      untrustedFrom: 0,
    });
    expect(historyOf([{ ...run('cut', { status: 'cancelled' }), untrusted: true }, forty('a')], 80)).not.toHaveProperty(
      'untrustedFrom',
    );
  });

  it('is empty with no room, and without runs', () => {
    expect(messages([forty('a')], 0)).toEqual([]);
    expect(messages([], 4000)).toEqual([]);
  });
});
