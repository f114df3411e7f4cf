import { summaryOf, toReActResult } from '../../src/core/react-result';
import { fold } from '../../src/core/run';
import { aModelReplied, anAct, anAnswer, aRunFinished, aRunStarted, aStepStarted, eventsOf } from '../support/builders';

const aRun = (question: string, answer: string, thought: string) =>
  fold(
    eventsOf('run-1', [
      aRunStarted({ question }),
      aStepStarted(1),
      aModelReplied(anAnswer(answer, thought), 1),
      aRunFinished({ status: 'answered', answer }),
    ]),
  );

describe('a summary', () => {
  it('has a text of 2,000 characters whole, and so the same as the result, in its order', () => {
    const run = aRun('q'.repeat(2_000), 'a'.repeat(2_000), 't'.repeat(2_000));
    const { steps: _, ...head } = toReActResult(run);
    expect(summaryOf(run)).toEqual(head);
    expect(Object.keys(summaryOf(run))).toEqual(Object.keys(head));
  });

  it('has the beginning of a longer text and its length, while the result has it whole', () => {
    const run = aRun('q'.repeat(2_001), 'a'.repeat(1_048_576), 't'.repeat(3_000));
    expect(summaryOf(run)).toMatchObject({
      question: `${'q'.repeat(2_000)}… [2001 characters]`,
      finalAnswer: `${'a'.repeat(2_000)}… [1048576 characters]`,
      finalThought: `${'t'.repeat(2_000)}… [3000 characters]`,
    });
    expect(toReActResult(run).finalAnswer).toHaveLength(1_048_576);
  });

  it('is not cut inside a surrogate pair', () => {
    const { question } = summaryOf(aRun(`${'q'.repeat(1_999)}😀 and more`, '', ''));
    expect(question).toBe(`${'q'.repeat(1_999)}… [2010 characters]`);
  });

  it('has a long input of an approval cut as JSON, and a short one whole', () => {
    const waiting = (text: string) =>
      fold(
        eventsOf('run-1', [
          aRunStarted(),
          aStepStarted(1),
          aModelReplied(anAct({ id: 's1_call_0', name: 'send', input: { text } })),
          { type: 'approval.requested', callId: 's1_call_0', input: { text, list: [text] } },
        ]),
      );
    expect(summaryOf(waiting('x')).pendingApprovals).toMatchObject([{ input: { text: 'x', list: ['x'] } }]);
    const long = waiting('x'.repeat(5_000));
    const [listed] = summaryOf(long).pendingApprovals;
    expect(listed).toMatchObject({
      tool: 'send',
      input: { cut: expect.stringMatching(/^\{"text":"x+… \[10023 characters\]$/) },
    });
    expect(toReActResult(long).pendingApprovals).toMatchObject([{ input: { text: 'x'.repeat(5_000) } }]);
  });

  it('keeps an empty answer, which is none of the missing ones', () => {
    expect(summaryOf(aRun('q', '', '')).finalAnswer).toBe('');
  });
});
