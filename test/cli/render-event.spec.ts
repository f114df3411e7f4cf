import { withColours } from '../../src/cli/palette';
import type { Fact, Outcome } from '../../src/core/run-event';
import {
  aCall,
  aModelReplied,
  anAct,
  anAnswer,
  anAnsweredRun,
  anObservation,
  aRunFinished,
  aRunStarted,
  aStepStarted,
  aToolFinished,
  aToolStarted,
  aWaitingRun,
} from '../support/builders';
import { aDelta, shown } from './shown';

const asked = [aRunStarted(), aStepStarted()];
const ended = (outcome: Outcome): string => shown([...asked, aModelReplied(), aRunFinished(outcome)]);

describe('a run on the terminal', () => {
  it('that was stored shows thoughts, tools with inputs and durations, the answer and what it took', () => {
    expect(shown(anAnsweredRun())).toBe(
      [
        'I look it up.',
        '▸ query_order {"orderId":"88231"} … ok 1000 ms',
        'I know it now.',
        '42',
        'answered · 2 steps · 240 tokens · 7000 ms',
        '',
        '',
      ].join('\n'),
    );
  });

  it('shows what was streamed once, also when the answer began before the thought was a fact', () => {
    const thinks = [
      aDelta('thought', ' I know'),
      aDelta('thought', ' it now.\n'),
      aDelta('answer', '4'),
      aDelta('answer', '2'),
    ];
    const text = shown([...asked, ...thinks, aModelReplied(), aRunFinished()]);
    expect(text).toBe('I know it now.\n42\nanswered · 1 step · 120 tokens · 7000 ms\n\n');
  });

  it('shows the rest of an answer whose stream broke off', () => {
    const text = shown([...asked, aDelta('answer', '4'), aModelReplied(anAnswer('42', '')), aRunFinished()]);
    expect(text).toContain('42\nanswered');
    expect(text).not.toContain('4\n42');
  });

  it('shows the answer that counts when a preview was another one', () => {
    const text = shown([...asked, aDelta('answer', 'Maybe 7'), aModelReplied(anAnswer('42', '')), aRunFinished()]);
    expect(text).toContain('Maybe 7\n42\nanswered');
  });

  it('keeps pairs together that a stream has split', () => {
    const pieces = ['\ud83d', '\ude00 a\r', '\nb'].map((piece) => aDelta('answer', piece));
    expect(shown([...asked, ...pieces, aModelReplied(anAnswer('😀 a\r\nb', '')), aRunFinished()])).toMatch(
      /^😀 a\nb\n/,
    );
  });

  it('names the call on each end of calls that ran at the same time', () => {
    const other = aCall({ id: 's1_call_1', name: 'track', input: {} });
    const both = [aModelReplied(anAct(aCall(), other)), aToolStarted(), aToolStarted('s1_call_1', {})];
    const text = shown([...asked, ...both, aToolFinished('s1_call_0'), aToolFinished('s1_call_1')]);
    expect(text.split('\n').slice(1)).toEqual([
      '▸ query_order {"orderId":"88231"} …',
      '▸ track {} …',
      '▸ query_order {"orderId":"88231"} … ok 2000 ms',
      '▸ track {} … ok 2000 ms',
      '',
    ]);
  });

  it('shows why a call failed, with the input as the model wrote it when it could not run', () => {
    const call = aCall({ input: '{"orderId":\n88231' });
    const text = shown([
      ...asked,
      aModelReplied(anAct(call)),
      aToolFinished(call.id, anObservation('no JSON\nat all', false)),
    ]);
    expect(text).toContain('▸ query_order {"orderId":\\n88231 … error\n  no JSON\\nat all\n');
  });

  it('tells of a run that did not answer why, and its id', () => {
    expect(ended({ status: 'stopped', reason: 'step_limit', answer: 'About 42' })).toMatch(
      /\nAbout 42\nstopped: step_limit · 1 step · 120 tokens · 3000 ms · run run-1\n/,
    );
    expect(ended({ status: 'failed', code: 'model_timeout', message: 'no reply\nin time' })).toMatch(
      /\nfailed: model_timeout: no reply\\nin time · .* · run run-1\n/,
    );
    expect(ended({ status: 'cancelled' })).toMatch(/\ncancelled · .* · run run-1\n/);
  });

  it('tells what a step was told, and what could not be read', () => {
    const told = aStepStarted(1, { forced: 'token_budget', hint: 'cycle', withheld: ['track'] });
    const unread: Fact = aModelReplied({ kind: 'malformed', thought: '', reason: 'bad-json', problem: 'p' });
    expect(shown([aRunStarted(), told, unread])).toBe(
      'limit token_budget: an answer is asked for from what is known\n' +
        'no progress (cycle): the model is told\n' +
        'withheld for this step: track\n' +
        'the reply could not be read (bad-json): the model is told\n',
    );
  });

  it('tells what waits for a person', () => {
    expect(shown(aWaitingRun())).toMatch(
      /▸ query_order \{"orderId":"88231"\} waits for a person's approval · run run-1\n$/,
    );
  });

  it('lets no text of a model or a tool steer the terminal', () => {
    const call = aCall({ name: 'a\u001b[1m', input: { 'b\u009b': '\u001b[2m' } });
    const text = shown([
      ...asked,
      aDelta('thought', '\u001b[3m'),
      aModelReplied(anAct(call)),
      aToolFinished(call.id, anObservation('\u001b[4m', false)),
      aRunFinished({ status: 'failed', code: 'model_failed', message: '\u001b[5m' }),
    ]);
    expect([...text].filter((character) => character < ' ' && character !== '\n')).toEqual([]);
    expect(text).not.toContain('\u009b');
    for (const digit of '12345') expect(text).toContain(`\\u001b[${digit}m`);
  });

  it('is dim where it thinks, and plain where it answers', () => {
    const text = shown(anAnsweredRun(), withColours);
    expect(text).toContain('\u001b[2mI look it up.\u001b[22m\n');
    expect(text).toContain('\n42\n');
  });
});
