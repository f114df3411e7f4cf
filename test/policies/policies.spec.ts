import { DEFAULT_LIMITS } from '../../src/core/agent-definition';
import type { Decision } from '../../src/core/protocol';
import { fold, type Action, type Run, type Step } from '../../src/core/run';
import { policiesFrom } from '../../src/policies';
import { deadlinePolicy } from '../../src/policies/deadline';
import { malformedLimit } from '../../src/policies/malformed-limit';
import { stepLimit } from '../../src/policies/step-limit';
import { tokenBudget } from '../../src/policies/token-budget';
import { acts, startEvent, unreadable } from '../core/script';

const step = (decision: Decision, actions: Action[] = []): Step => ({
  ...{ index: 1, protocol: 'text', startedAt: 0, repliedAt: 0, text: '' },
  usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, estimated: false },
  decision,
  actions,
});

const did = (input: unknown, observed: string, name = 'look'): Step =>
  step(acts([name, input]), [
    { call: { id: 'c', name, input }, state: 'done', observation: { ok: true, content: observed } },
  ]);

const runWith = (change: Partial<Run>): Run => ({ ...fold([startEvent()]), ...change });

describe('step limit', () => {
  it.each([
    [9, undefined],
    [10, 'step_limit'],
    [11, 'step_limit'],
  ])('of 10, after %i steps: %s', (count, reason) => {
    expect(stepLimit(10)(runWith({ steps: Array.from({ length: count }, () => did({}, 'x')) }))).toBe(reason);
  });
});

describe('token budget', () => {
  it.each([
    [60, 39, undefined],
    [60, 40, 'token_budget'],
  ])('of 100, after %i in and %i out: %s', (inputTokens, outputTokens, reason) => {
    const usage = { inputTokens, outputTokens, cachedInputTokens: 0, estimated: false };
    expect(tokenBudget(100)(runWith({ usage }))).toBe(reason);
  });
});

describe('deadline', () => {
  it.each([
    [1000, 799, undefined],
    [1000, 800, 'deadline'],
    [180_000, 169_999, undefined],
    [180_000, 170_000, 'deadline'],
  ])('of %i ms keeps a fifth, at most 10 s, for the answer: after %i ms %s', (ms, activeMs, reason) => {
    expect(deadlinePolicy(ms)(runWith({ activeMs }))).toBe(reason);
  });
});

describe('unreadable replies', () => {
  it('stop at the third in a row', () => {
    expect(malformedLimit(3)(runWith({ steps: [step(unreadable()), step(unreadable())] }))).toBeUndefined();
    expect(malformedLimit(3)(runWith({ steps: [1, 2, 3].map(() => step(unreadable())) }))).toBe('malformed_replies');
  });

  it('count anew in another protocol', () => {
    const steps = ['json', 'json', 'text', 'text'].map((protocol) => ({ ...step(unreadable()), protocol }));
    expect(malformedLimit(3)(runWith({ steps }))).toBeUndefined();
    expect(malformedLimit(2)(runWith({ steps }))).toBe('malformed_replies');
  });

  it('count anew after a readable one', () => {
    const steps = [step(unreadable()), step(unreadable()), did({}, 'x'), step(unreadable())];
    expect(malformedLimit(3)(runWith({ steps }))).toBeUndefined();
  });
});

it('the most telling reason comes first', () => {
  const steps = Array.from({ length: 10 }, () => ({ ...did({}, 'x'), withheld: ['look'] }));
  const reasons = policiesFrom(DEFAULT_LIMITS).map((policy) => policy(runWith({ steps })));
  expect(reasons.filter(Boolean)).toEqual(['idle', 'step_limit']);
});
