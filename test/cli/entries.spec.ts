import { readArguments } from '../../src/cli/read-arguments';
import { readEntry } from '../../src/cli/read-entry';

describe('a line of a person', () => {
  it.each(['exit', ' QUIT ', '/exit', '/quit'])('%s leaves', (line) =>
    expect(readEntry(line)).toEqual({ kind: 'leave' }),
  );

  it('is a question, a command or nothing', () => {
    expect(readEntry('  exit code of 88231? ')).toEqual({ kind: 'question', text: 'exit code of 88231?' });
    expect(readEntry('/agent\t sales ')).toEqual({ kind: 'command', name: '/agent', argument: 'sales' });
    expect(readEntry('/new')).toEqual({ kind: 'command', name: '/new', argument: '' });
    expect(readEntry(' \t')).toEqual({ kind: 'nothing' });
  });
});

describe('arguments', () => {
  it('name an agent, or ask for help', () => {
    expect(readArguments([])).toEqual({ help: false });
    expect(readArguments(['--agent', 'shop'])).toEqual({ help: false, agent: 'shop' });
    expect(readArguments(['--agent=shop', '-h'])).toEqual({ help: true, agent: 'shop' });
  });

  it.each([['--agnet', 'shop'], ['shop'], ['--agent']])('%s is refused with what would be right', (...words) => {
    expect(() => readArguments(words)).toThrow(/agnet|shop|agent[^]*npm run chat -- \[--agent NAME\]/);
  });
});
