import { AgentRegistry, fold, OutputParser, PromptBuilder, ReActAgentService, type RunEvent } from '../../src';
import { OpenAiModel } from '../../src/models/openai.model';
import { answers, calls, refuses, refusesField, says, startModelServer, thinksThenActs } from '../../src/testing';
import type { ModelServer, ScriptItem } from '../../src/testing';
import { shop } from './tools-of-a-shop';

interface Body {
  readonly tools?: unknown[];
  readonly response_format?: unknown;
  readonly stop?: unknown;
  readonly messages: { role: string; content: string | null; tool_calls?: unknown[] }[];
}

const NO_TOOLS = refuses(400, 'registry.example/gemma:2b does not support tools');
const RUBBISH = says('{"thought": "hm", "action": ');

const open: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function provider(...script: ScriptItem[]): Promise<{ server: ModelServer; model: OpenAiModel }> {
  const server = await startModelServer(script);
  open.push(server);
  return { server, model: new OpenAiModel({ baseUrl: server.baseUrl, model: 'small', maxAttempts: 1 }) };
}

const bodiesOf = ({ calls: requests }: ModelServer): Body[] => requests.map(({ body }) => body as Body);

/** How a request asks for its step. */
const spellingOf = ({ tools, response_format: format, stop }: Body): string =>
  tools ? 'native' : format ? 'json' : stop ? 'text' : 'none';

const stepsStarted = (events: RunEvent[]): [number, string][] =>
  events.flatMap((event) => (event.type === 'step.started' ? [[event.step, event.protocol] as [number, string]] : []));

const NATIVE_THEN_JSON_THEN_TEXT: ScriptItem[] = [
  calls({ name: 'look', input: { order: 'A1' } }),
  NO_TOOLS,
  says('{"thought": "and the other", "action": "look", "action_input": {"order": "B2"}}'),
  RUBBISH,
  RUBBISH,
  thinksThenActs('one more', 'look', { order: 'C3' }),
  answers('A1, B2 and C3 are here.'),
];

async function allThree() {
  const { server, model } = await provider(...NATIVE_THEN_JSON_THEN_TEXT);
  const module = await shop(model, { protocol: 'auto' });
  const service = module.get(ReActAgentService);
  const result = await service.ask({ question: 'Where are A1, B2 and C3?' });
  return { server, module, service, result, events: await service.events(result.runId) };
}

describe('a run under auto', () => {
  it('goes from native calls over JSON to text and comes to the same as a run in text', async () => {
    const { server, result, events } = await allThree();
    expect(bodiesOf(server).map(spellingOf)).toEqual(['native', 'native', 'json', 'json', 'json', 'text', 'text']);
    expect(stepsStarted(events)).toEqual([
      [1, 'native'],
      [2, 'native'],
      [2, 'json'],
      [3, 'json'],
      [4, 'json'],
      [5, 'text'],
      [6, 'text'],
    ]);
    const inText = await provider(
      ...['A1', 'B2', 'C3'].map((order) => thinksThenActs('so', 'look', { order })),
      answers('A1, B2 and C3 are here.'),
    );
    const text = await (await shop(inText.model)).get(ReActAgentService).ask({ question: 'Where are A1, B2 and C3?' });
    const seen = ({ action, actionInput, observation, ok }: (typeof text.steps)[number]): object => ({
      ...{ action, actionInput, observation, ok },
    });
    expect(result).toMatchObject({ status: 'answered', finalAnswer: text.finalAnswer, protocol: 'text' });
    expect(result.steps.filter(({ action }) => action !== null).map(seen)).toEqual(text.steps.map(seen));
    expect(result.steps.filter(({ action }) => action === null)).toHaveLength(2);
  });

  it('spells earlier steps anew for each protocol, none of their observations missing', async () => {
    const { server } = await allThree();
    const [, refused, json, , , text] = bodiesOf(server) as [Body, Body, Body, Body, Body, Body];
    expect(refused.messages.some(({ role }) => role === 'tool')).toBe(true);
    for (const { messages } of [json, text]) {
      expect(messages.every((message) => message.role !== 'tool' && !message.tool_calls)).toBe(true);
      expect(messages.some(({ role, content }) => role === 'user' && content?.includes('A1 is here'))).toBe(true);
    }
    expect(JSON.stringify(text.messages)).toContain('B2 is here');
    const written = text.messages.filter(({ role }) => role === 'assistant').map(({ content }) => content ?? '');
    for (const order of ['A1', 'B2']) {
      expect(written.some((content) => content.includes('Action: look') && content.includes(order))).toBe(true);
    }
  });

  it('can have each of its prompts rebuilt from the events, refused ones too', async () => {
    const { server, module, events } = await allThree();
    const parser = module.get(OutputParser);
    const { definition, tools } = module.get(AgentRegistry).get('clerk');
    const bodies = bodiesOf(server);
    let call = 0;
    for (const [index, event] of events.entries()) {
      if (event.type !== 'step.started') continue;
      const run = fold(structuredClone(events.slice(0, index + 1)));
      const rebuilt = new PromptBuilder().build(run, definition, parser.protocol(event.protocol), tools.specs);
      const sent = bodies[call++]!.messages.map(({ role, content }) => [role, content ?? '']);
      expect(rebuilt.messages.map(({ role, content }) => [role, content])).toEqual(sent);
    }
    expect(call).toBe(bodies.length);
  });

  it('knows from the run before what the provider refuses', async () => {
    const { server, model } = await provider(
      NO_TOOLS,
      says('{"thought": "", "action": "Final Answer", "action_input": "one"}'),
      says('{"thought": "", "action": "Final Answer", "action_input": "two"}'),
    );
    const service = (await shop(model, { protocol: 'auto' })).get(ReActAgentService);
    const first = await service.ask({ question: 'x' });
    const second = await service.ask({ question: 'x' });
    expect([first.finalAnswer, second.finalAnswer]).toEqual(['one', 'two']);
    expect(bodiesOf(server).map(spellingOf)).toEqual(['native', 'json', 'json']);
    expect(second.protocol).toBe('json');
  });

  it('goes on within a step where stop, temperature or response_format are refused', async () => {
    const { server, model } = await provider(
      refusesField('temperature'),
      NO_TOOLS,
      refusesField('response_format'),
      refusesField('response_format'),
      RUBBISH,
      RUBBISH,
      refusesField('stop'),
      answers('done'),
    );
    const result = await (await shop(model, { protocol: 'auto' })).get(ReActAgentService).ask({ question: 'x' });
    expect(result).toMatchObject({ status: 'answered', finalAnswer: 'done', protocol: 'text' });
    expect(server.calls).toHaveLength(8);
    expect(bodiesOf(server).at(-1)).not.toHaveProperty('stop');
  });

  it('ends when no protocol can be read, and not before each had its chances', async () => {
    const { server, model } = await provider(...Array.from({ length: 8 }, () => says('')));
    const result = await (await shop(model, { protocol: 'auto' })).get(ReActAgentService).ask({ question: 'x' });
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'malformed_replies' });
    expect(bodiesOf(server).map(spellingOf)).toEqual([
      ...['native', 'native', 'json', 'json', 'text', 'text', 'text'],
      'text', // the forced answer
    ]);
  });
});

describe('a fixed protocol', () => {
  it('does not change: native calls fail where tools are refused, and the message says what to do', async () => {
    const { server, model } = await provider(NO_TOOLS);
    const result = await (await shop(model, { protocol: 'native' })).get(ReActAgentService).ask({ question: 'x' });
    expect(result).toMatchObject({ status: 'failed', failureReason: 'model_failed', protocol: 'native' });
    expect(server.calls).toHaveLength(1);
  });

  it('does not change after unreadable replies', async () => {
    const { server, model } = await provider(...Array.from({ length: 4 }, () => RUBBISH));
    const result = await (await shop(model, { protocol: 'json' })).get(ReActAgentService).ask({ question: 'x' });
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'malformed_replies', protocol: 'json' });
    expect(bodiesOf(server).map(spellingOf)).toEqual(['json', 'json', 'json', 'json']);
  });
});

it('a request may ask for auto, and an agent may too', async () => {
  const { model, server } = await provider(says('one'), says('two'));
  const service = (await shop(model)).get(ReActAgentService);
  expect(await service.ask({ question: 'x', protocol: 'auto' })).toMatchObject({
    finalAnswer: 'one',
    protocol: 'native',
  });
  const agents = [{ name: 'clerk', instructions: 'You sell.', tools: ['look'], protocol: 'auto' }];
  await (await shop(model, { agents })).get(ReActAgentService).ask({ question: 'x' });
  expect(bodiesOf(server).map(spellingOf)).toEqual(['native', 'native']);
  await expect(service.ask({ question: 'x', protocol: 'best' })).rejects.toThrow('text, json, native, auto');
});
