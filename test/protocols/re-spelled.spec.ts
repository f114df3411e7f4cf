import { DEFAULT_LIMITS } from '../../src/core/agent-definition';
import { NO_USAGE, type Message } from '../../src/core/model';
import type { Decision, Protocol } from '../../src/core/protocol';
import { fold, type Run } from '../../src/core/run';
import type { Fact } from '../../src/core/run-event';
import { jsonProtocol } from '../../src/protocols/json.protocol';
import { nativeProtocol } from '../../src/protocols/native.protocol';
import { textProtocol } from '../../src/protocols/text.protocol';
import { eventsOf } from '../support/builders';
import { replyOf } from './steps';

const NAMES = ['查询补货计划单详情', 'query_order', 'Calculator'];
const TOOLS = NAMES.map((name) => ({ name }));

interface Turn {
  protocol: Protocol;
  /** As its model wrote it. */
  text: string;
  calls?: { name: string; input: unknown }[];
  reasoning?: string;
  observed?: string[];
}

/** One question, whose steps were written by models that spell differently. */
const TURNS: Turn[] = [
  {
    protocol: nativeProtocol,
    text: '先查两处。',
    reasoning: 'both at once',
    calls: [
      { name: '查询补货计划单详情', input: '{"orderCode": "BH001"}' },
      { name: 'query_order', input: '{"orderId": "88231"}' },
    ],
    observed: ['待审批', '{"status":"signed"}'],
  },
  {
    protocol: jsonProtocol,
    text: '{"thought": "Now the sum.", "action": "calculator", "action_input": "1 + 1"}',
    observed: ['2'],
  },
  { protocol: jsonProtocol, text: '{"thought": "hm", "action": "Calculator", "action_input": "1 +' },
  {
    protocol: textProtocol,
    text: 'Thought: Once more.\nAction: Calculator\nAction Input: {"expression": "2*3"}\nObservation: 7',
    observed: ['6'],
  },
  { protocol: textProtocol, text: 'Final Answer: 待审批；2；6。' },
];

function runOf(turns: readonly Turn[]): Run {
  const facts: Fact[] = [
    {
      type: 'run.started',
      ...{ tenant: 't', agent: 'a', model: 'm', protocol: 'native', language: 'en', question: 'q', history: [] },
      ...{ limits: DEFAULT_LIMITS, timeZone: 'UTC' },
    },
  ];
  turns.forEach(({ protocol, text, calls = [], reasoning, observed = [] }, index) => {
    const step = index + 1;
    const wire = calls.map((call, order) => ({ ...call, id: `c${order}` }));
    const reply = { ...replyOf({ text, calls: wire }), ...(reasoning !== undefined && { reasoning }), usage: NO_USAGE };
    const decision = numbered(protocol.parse(reply, TOOLS), step);
    facts.push(
      { type: 'step.started', step, protocol: protocol.name },
      { type: 'model.replied', step, reply, decision },
    );
    observed.forEach((content, order) =>
      facts.push({ type: 'tool.finished', callId: `s${step}_call_${order}`, observation: { ok: true, content } }),
    );
  });
  return fold(eventsOf('run-1', facts));
}

const numbered = (decision: Decision, step: number): Decision =>
  decision.kind === 'act'
    ? { ...decision, calls: decision.calls.map((call) => ({ ...call, id: `s${step}_${call.id}` })) }
    : decision;

const run = runOf(TURNS);
const replayed = ({ replay }: Protocol): Message[] => run.steps.flatMap((step) => replay(step, 'en'));

/** Names and inputs of what the assistant messages ask for, read back by the protocol that spelled them. */
const readBack = (protocol: Protocol): unknown[] =>
  replayed(protocol)
    .filter(({ role }) => role === 'assistant')
    .map(({ content, calls = [] }) => protocol.parse(replyOf({ text: content, calls: [...calls] }), TOOLS))
    .flatMap((decision): unknown[] => {
      if (decision.kind === 'act') return decision.calls.map(({ name, input }) => [name, input]);
      return [decision.kind === 'answer' ? decision.answer : decision.kind];
    });

const CALLS = [
  ['查询补货计划单详情', { orderCode: 'BH001' }],
  ['query_order', { orderId: '88231' }],
];

describe('a run whose steps were spelled in three ways', () => {
  it.each<[string, Protocol, unknown]>([
    ['text', textProtocol, '1 + 1'],
    ['json', jsonProtocol, '1 + 1'],
    ['native', nativeProtocol, { input: '1 + 1' }],
  ])('is replayed in %s and means the same', (_, protocol, sum) => {
    const read = readBack(protocol);

    expect(read.slice(0, 2)).toEqual(CALLS);
    expect(read[2]).toEqual(['Calculator', sum]);
    // the unreadable reply is shown as it was: it has no meaning to keep
    expect(read.slice(4)).toEqual([['Calculator', { expression: '2*3' }], '待审批；2；6。']);
  });

  it.each([textProtocol, jsonProtocol, nativeProtocol])('shows every observation once, in order: $name', (protocol) => {
    const told = replayed(protocol)
      .filter(({ role }) => role !== 'assistant')
      .map(({ content }) => content.replace('Observation: ', ''));

    expect(told).toEqual(['待审批', '{"status":"signed"}', '2', expect.stringContaining('no valid JSON'), '6']);
  });

  it.each<[Protocol, string]>([
    [textProtocol, 'Your reply is no valid JSON. Write Thought: and then'],
    [nativeProtocol, 'Your reply is no valid JSON. Call a tool, or write'],
    [jsonProtocol, 'Your reply is no valid JSON. Write it again as one complete JSON object with double quotes.'],
  ])('tells of an unreadable reply what was wrong with it, and how to write now: %#', (protocol, sentence) => {
    expect(replayed(protocol)).toContainEqual({ role: 'user', content: expect.stringContaining(sentence) });
  });

  it.each<[Protocol, string, string]>([
    [
      nativeProtocol,
      '<tool_call>{"name": "Calculator", "arguments": {"a',
      '工具调用的参数不是有效的 JSON 对象，没有执行任何工具。请只回复一个 JSON 对象',
    ],
    [
      textProtocol,
      'Thought: a\nAction: Calculator\nAction Input: {"a',
      'Action Input 不是有效的 JSON。请只回复一个 JSON 对象',
    ],
  ])('in Chinese too: %#', (protocol, text, sentence) => {
    const [step] = runOf([{ protocol, text }]).steps;
    expect(jsonProtocol.replay(step!, 'zh')).toContainEqual({
      role: 'user',
      content: expect.stringContaining(sentence),
    });
  });

  it('has the words of one protocol only, with its reasoning for those who want it back', () => {
    expect(JSON.stringify(replayed(textProtocol))).not.toContain('action_input\\":\\"2');
    expect(JSON.stringify(replayed(jsonProtocol))).not.toContain('Thought:');
    expect(replayed(nativeProtocol)[0]).toMatchObject({ reasoning: 'both at once', calls: [{ id: 's1_call_0' }, {}] });
    expect(replayed(nativeProtocol).filter(({ reasoning }) => reasoning !== undefined)).toHaveLength(1);
  });
});
