import { ReActAgentService, ScriptedModel, type RunEvent } from '../../src';
import type { ScriptedStep } from '../../src/models/scripted.model';
import { shop } from './tools-of-a-shop';

const look = (order: string): string => `Thought: so\nAction: look\nAction Input: {"order": "${order}"}`;
const calling = (order: string): ScriptedStep => ({ calls: [{ name: 'look', input: { order } }] });

async function ask(script: ScriptedStep[], protocol = 'text', language: 'en' | 'zh' = 'en') {
  const model = new ScriptedModel(script);
  const agents = [{ name: 'clerk', instructions: 'You sell.', tools: ['look', 'pay'], protocol, language }];
  const looked: string[] = [];
  const module = await shop(model, { agents }, { look: (order) => `${looked.push(order) && order} is here` });
  const service = module.get(ReActAgentService);
  const result = await service.ask({ question: 'Where is A1?' });
  return { model, result, looked, events: await service.events(result.runId) };
}

const asked = (events: RunEvent[]): object[] =>
  events.flatMap((event) => {
    if (event.type !== 'step.started') return [];
    const { hint, withheld, forced } = event;
    return [{ ...(hint && { hint }), ...(withheld && { withheld }), ...(forced && { forced }) }];
  });

describe('a model that repeats itself', () => {
  const script = [look('A1'), look('A1'), look('A1'), look('A1'), 'Thought: well\nFinal Answer: A1 is here'];

  it('is told, then has the tool taken away, then must answer; each is in the events', async () => {
    const { result, looked, events } = await ask(script);
    expect(asked(events)).toEqual([
      {},
      {},
      { hint: 'same_action' },
      { hint: 'same_action', withheld: ['look'] },
      { forced: 'idle' },
    ]);
    expect(looked).toEqual(['A1', 'A1', 'A1']);
    expect(result).toMatchObject({ status: 'stopped', failureReason: 'idle', finalAnswer: 'A1 is here' });
    expect(result.steps.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(result.steps[3]!.observation).toContain('look cannot be used in this step');
  });

  it('reads the words at the end of its prompt, and later prompts keep them where they were', async () => {
    const { model } = await ask(script);
    const prompts = model.requests.map(({ messages }) => messages.map(({ content }) => content));
    expect(prompts[2]!.at(-1)).toContain('took the same action again');
    expect(prompts[3]!.at(-1)).toContain('these tools cannot be used: look.');
    expect(prompts[4]!.at(-1)).toContain('No more actions are possible');
    for (const [index, prompt] of prompts.slice(1).entries()) {
      expect(prompt.slice(0, prompts[index]!.length)).toEqual(prompts[index]);
    }
  });

  it('reads them in Chinese', async () => {
    const { model, result } = await ask(script, 'text', 'zh');
    expect(model.requests[3]!.messages.at(-1)!.content).toBe(
      '你重复了同一操作，观察结果也相同；再做一次也不会改变。请换一个工具或换一种输入，或者根据已知内容给出最终答案，' +
        '并说明哪些仍不清楚。下一步不能使用这些工具：look。',
    );
    expect(result.steps[3]!.observation).toContain('本步不能使用 look');
  });

  it('is not even offered the tool where tools are sent to the provider', async () => {
    const { model, result } = await ask([...Array.from({ length: 4 }, () => calling('A1')), 'It is here.'], 'native');
    expect(model.requests.map(({ tools }) => tools?.map(({ name }) => name) ?? [])).toEqual([
      ['look', 'pay'],
      ['look', 'pay'],
      ['look', 'pay'],
      ['pay'],
      [],
    ]);
    expect(result).toMatchObject({ failureReason: 'idle', finalAnswer: 'It is here.' });
  });
});

it('a model that takes the hint goes on as if nothing had been', async () => {
  const { result, events } = await ask([
    look('A1'),
    look('A1'),
    look('B2'),
    look('C3'),
    'Thought: \nFinal Answer: yes',
  ]);
  expect(asked(events)).toEqual([{}, {}, { hint: 'same_action' }, {}, {}]);
  expect(result).toMatchObject({ status: 'answered', finalAnswer: 'yes' });
});

it('a tool that was withheld is there again after a step that found something', async () => {
  const script = [
    look('A1'),
    look('A1'),
    look('A1'),
    'Thought: \nAction: pay\nAction Input: {"order": "B2"}',
    look('C3'),
  ];
  const { result, looked } = await ask([...script, 'Thought: \nFinal Answer: done']);
  expect(looked).toEqual(['A1', 'A1', 'A1', 'C3']);
  expect(result).toMatchObject({ status: 'answered', finalAnswer: 'done' });
});
