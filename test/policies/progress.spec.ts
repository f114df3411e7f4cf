import type { Nudge } from '../../src/core/policy';
import { fold, type Step } from '../../src/core/run';
import { nudge } from '../../src/policies';
import { idle } from '../../src/policies/progress';
import { acts, startEvent, unreadable } from '../core/script';

/** Tool, input, observation; `!` before the observation: it failed. `undefined`: a reply that could not be read. */
type Did = readonly [tool: string, input: unknown, observed: string];
type Turn = Did | readonly Did[] | undefined;

const start = fold([startEvent()]);

function stepOf(turn: Turn, index: number, asked: Nudge): Step {
  const deeds = turn === undefined ? [] : isOne(turn) ? [turn] : turn;
  return {
    ...{ index, protocol: 'text', startedAt: 0, repliedAt: 0, text: '', ...asked },
    usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, estimated: false },
    decision:
      turn === undefined ? unreadable() : acts(...deeds.map(([name, input]) => [name, input] as [string, unknown])),
    actions: deeds.map(([name, input, observed], order) => ({
      call: { id: `s${index}_call_${order}`, name, input },
      state: 'done',
      observation: asked.withheld?.includes(name)
        ? { ok: false, content: `${name} cannot be used` }
        : { ok: !observed.startsWith('!'), content: observed },
    })),
  };
}

const isOne = (turn: Did | readonly Did[]): turn is Did => typeof turn[0] === 'string';

/** Plays the turns and gives what was tried before each of them, and before the one after the last: `stopped` ends it. */
function alarms(turns: readonly Turn[], rounds = 3): string[] {
  const told: string[] = [];
  const steps: Step[] = [];
  for (const turn of [...turns, undefined]) {
    const run = { ...start, steps };
    if (idle(run) !== undefined) return [...told, 'stopped'];
    const asked = nudge(rounds)(run) ?? {};
    const { hint = '', withheld = [] } = asked;
    told.push([hint, ...withheld].join(' '));
    steps.push(stepOf(turn, steps.length + 1, asked));
  }
  return told;
}

const look = (input: unknown, observed: string): Did => ['look', input, observed];
const save = (input: unknown, observed = 'saved'): Did => ['save', input, observed];
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('no alarm is raised by', () => {
  it.each<[string, Turn[]]>([
    ['a poll whose answer changes', times(8, (n) => look({ job: 1 }, `${n * 10} %`))],
    [
      'a poll that sees the same once before it changes',
      [look(1, 'runs'), look(2, 'x'), look(1, 'runs'), look(1, 'done')],
    ],
    ['read, write, read of the same thing', [look('a', '1'), save({ a: 2 }), look('a', '2')]],
    ['many rounds of read, write, read', times(4, (n) => [look('a', `${n}`), save({ a: n + 1 })]).flat()],
    ['the same tool with other inputs', times(8, (n) => look({ order: n }, `order ${n} is here`))],
    ['the same words about other inputs', times(9, (n) => look({ order: n }, 'signed'))],
    ['paging to an empty page', [...times(7, (n) => look({ page: n }, `rows ${n}`)), look({ page: 7 }, '[]')]],
    ['paging through pages that look alike', times(8, (n) => look({ offset: n * 20 }, '20 rows'))],
    ['a search that is refined', times(6, (n) => ['search', `shoes ${n}`, `${9 - n} hits`])],
    ['two tools by turns about new things', times(8, (n) => (n % 2 ? save({ n }) : look({ n }, `is ${n}`)))],
    ['a call again after its input was corrected', [look({ od: 1 }, '!unknown field'), look({ id: 1 }, 'found')]],
    [
      'the same call again after a passing fault',
      [look(1, '!timed out'), look(2, 'x'), look(1, '!timed out'), look(1, 'y')],
    ],
    ['another tool with the same observation', [look(1, 'none'), ['peek', 1, 'none'], ['search', 1, 'none']]],
    ['several calls in one step of which one is new', times(6, (n) => [look('a', '1'), look(n, `is ${n}`)])],
    ['a look back now and then', times(9, (n) => (n % 3 === 2 ? look(0, 'is 0') : look(n, `is ${n}`)))],
    [
      'a second look after a summary took the first away',
      [...times(5, (n) => look(n, `is ${n}`)), look(2, 'is 2'), look(4, 'is 4'), look(9, 'is 9')],
    ],
    ['writes that add up', times(6, (n) => save({ add: 1 }, `total ${n + 1}`))],
    ['replies that cannot be read', [undefined, undefined, look(1, 'x')]],
    ['arrays in another order', [look({ a: [1, 2] }, 'x'), look({ a: [2, 1] }, 'x'), look({ a: [1, 2, 0] }, 'x')]],
  ])('%s', (_, turns) => {
    expect(alarms(turns).filter((alarm) => alarm !== '')).toEqual([]);
  });
});

describe('a run that goes round is told, then loses the tool for a step, then is stopped:', () => {
  const same = look({ a: 1 }, 'x');
  const ladder = ['', '', 'same_action', 'same_action look', 'stopped'];

  it.each<[string, Turn[], string[]]>([
    ['the same step', times(4, () => same), ladder],
    [
      'the same step with keys in another order',
      times(4, (n) => look(n % 2 ? { a: 1, b: 2 } : { b: 2, a: 1 }, 'x')),
      ladder,
    ],
    ['the same failure of the same call', times(4, () => look(1, '!no such order')), ladder],
    [
      'the same two calls in one step',
      times(4, () => [same, ['peek', 1, 'y']] as const),
      ['', '', 'same_action', 'same_action look peek', 'stopped'],
    ],
    [
      'the same step with unreadable replies between',
      [same, undefined, same, undefined, same, same],
      ['', '', '', 'same_action', '', 'same_action look', 'stopped'],
    ],
    [
      'two steps by turns',
      times(7, (n) => (n % 2 ? save(1) : same)),
      ['', '', '', '', 'cycle', '', 'cycle look save', 'stopped'],
    ],
    [
      'three steps by turns',
      times(10, (n) => look(n % 3, `is ${n % 3}`)),
      ['', '', '', '', '', '', 'cycle', '', '', 'cycle look', 'stopped'],
    ],
    [
      'old things in ever another order',
      [0, 1, 2, 3, 1, 0, 3, 0, 2, 1, 3].map((n) => look(n, `is ${n}`)),
      ['', '', '', '', '', '', '', '', 'nothing_new', '', 'nothing_new look', 'stopped'],
    ],
    [
      'the same failure whatever the input is',
      times(8, (n) => look({ n }, '!the input is wrong')),
      ['', '', '', '', '', 'nothing_new', '', 'nothing_new look', 'stopped'],
    ],
    [
      'two steps by turns after a good beginning',
      [...times(3, (n) => look(n, `is ${n}`)), ...times(7, (n) => look(n % 2 ? 'b' : 'a', 'x'))],
      ['', '', '', '', '', '', '', 'cycle', '', 'cycle look', 'stopped'],
    ],
  ])('%s', (_, turns, told) => {
    expect(alarms(turns)).toEqual(told);
  });
});

describe('a run that', () => {
  const same = look(1, 'x');

  it('heeds the hint is left alone', () => {
    expect(alarms([same, same, look(2, 'y')])).toEqual(['', '', 'same_action', '']);
  });

  it('finds another way while a tool is withheld goes on, and has the tool back', () => {
    const told = alarms([same, same, same, ['peek', 1, 'news'], same, look(3, 'z')]);
    expect(told).toEqual(['', '', 'same_action', 'same_action look', '', '', '']);
  });

  it('asks for the withheld tool with another input is stopped too: nothing was observed', () => {
    expect(alarms([same, same, same, look(2, 'never seen')]).at(-1)).toBe('stopped');
  });

  it('cannot be read while a tool is withheld gets the step once more', () => {
    expect(alarms([same, same, same, undefined, same])).toEqual([
      ...['', '', 'same_action', 'same_action look', 'same_action look'],
      'stopped',
    ]);
  });

  it.each([
    [1, ['', '', 'same_action look', 'stopped']],
    [2, ['', '', 'same_action look', 'stopped']],
    [3, ['', '', 'same_action', 'same_action look', 'stopped']],
    [5, ['', '', '', '', 'same_action', 'same_action look', 'stopped']],
  ])('repeats itself runs the call %i times at most (twice at least), by idleSteps', (idleSteps, told) => {
    expect(
      alarms(
        times(6, () => same),
        idleSteps,
      ),
    ).toEqual(told);
  });
});
