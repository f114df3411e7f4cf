import { historyOf } from '../../src/agent/history';

describe('the history that a run starts with', () => {
  it('is oldest first, without runs that gave no answer', () => {
    const runs = [
      { question: 'third', finalAnswer: 'c' },
      { question: 'second', finalAnswer: null },
      { question: 'first', finalAnswer: 'a' },
    ];
    expect(historyOf(runs).map(({ role, content }) => [role, content])).toEqual([
      ['user', 'first'],
      ['assistant', 'a'],
      ['user', 'third'],
      ['assistant', 'c'],
    ]);
  });

  it('is bounded, whatever was answered before', () => {
    const runs = Array.from({ length: 10 }, () => ({ question: 'q', finalAnswer: '长'.repeat(1_000_000) }));
    const history = historyOf(runs);
    expect(history.length).toBe(14);
    expect(JSON.stringify(history).length).toBeLessThan(17_000);
    expect(history[1]!.content).toMatch(/… \(1000000 characters\)$/);
  });

  it('cuts no character in two', () => {
    const [, answer] = historyOf([{ question: 'q', finalAnswer: `${'x'.repeat(1_999)}😀${'y'.repeat(50)}` }]);
    expect(answer!.content).toMatch(/^x{1999}… /);
  });
});
