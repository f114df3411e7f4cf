import type { Decision } from '../../src/core/protocol';
import { textProtocol } from '../../src/protocols/text.protocol';
import { parse, TOOLS } from './reply-cases';

const act = (input: unknown, thought = 'why'): Decision => ({
  kind: 'act',
  thought,
  calls: [{ id: 'call_0', name: 'Calculator', input }],
});
const answer = (text: string, thought = 'done'): Decision => ({ kind: 'answer', thought, answer: text });
const rendered = (decision: Decision): string => textProtocol.render(decision).text;

it('spells an action in three lines', () => {
  expect(rendered(act({ expr: '1 + 2' }))).toBe('Thought: why\nAction: Calculator\nAction Input: {"expr":"1 + 2"}');
});

it('spells an answer in two lines, and leaves an empty thought out', () => {
  expect(rendered(answer('nine'))).toBe('Thought: done\nFinal Answer: nine');
  expect(rendered(answer('nine', ''))).toBe('Final Answer: nine');
});

describe('parse reads a rendered decision back unchanged', () => {
  const decisions: [string, Decision][] = [
    ['a string', act('1 + 2')],
    ['an empty input', act('')],
    ['an empty object', act({})],
    ['a nested object', act({ a: [1, { b: null }], 城市: '上海\n北京', quote: '"\'`' })],
    ['several lines', act('SELECT 1\nFROM t\n\nWHERE a = 2')],
    ['an input in quotes', act('"quoted"')],
    ['an input in a fence', act('```sql\nSELECT 1\n```')],
    ['labels in an input', act('Final Answer: no\nObservation: 3\nAction: none')],
    ['an observation inside a line', act('12 * 7 Observation: 84')],
    ['a leaked token in an input', act('a <|im_end|>')],
    ['a Chinese thought', act({ q: '天气' }, '先查天气。\n再回答。')],
    ['labels in a thought', act('1', 'Plan\nFinal Answer: later')],
    ['an answer of several lines', answer('one\n\n- two\n- three')],
    ['a Chinese answer', answer('结论：\n1. 行动：继续观察。', '完成')],
    ['an answer with code', answer('Use\n```\nThought: x\n```\nso.')],
    ['an answer with labels', answer('Thought: is a label\nAction: Calculator')],
    ['an answer that is JSON', answer('{"total": 12}')],
    ['an answer with a tag', answer('see\n<think>\nand\n</think>')],
  ];

  it.each(decisions)('%s', (_, decision) => expect(parse(rendered(decision), TOOLS)).toEqual(decision));
});

it('a number or a list as input is spelled as JSON', () => {
  expect(parse(rendered(act(42)))).toMatchObject({ calls: [{ input: '42' }] });
  expect(parse(rendered(act([1, 2])))).toMatchObject({ calls: [{ input: '[1,2]' }] });
});

it('of several calls each is spelled, and the first is read back', () => {
  const calls = ['1', '2'].map((input, index) => ({ id: `call_${index}`, name: 'Calculator', input }));
  const text = rendered({ kind: 'act', thought: 'two', calls });

  expect(text.match(/Action: Calculator/g)).toHaveLength(2);
  expect(parse(text)).toMatchObject({ kind: 'act', discarded: true, calls: [{ id: 'call_0', input: '1' }] });
});

it('an unreadable reply is rendered as its thought', () => {
  const decision: Decision = { kind: 'malformed', thought: 'hm', reason: 'missing-action', problem: 'no action' };

  expect(rendered(decision)).toBe('Thought: hm');
});
