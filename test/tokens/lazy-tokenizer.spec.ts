import { OpenAiModel, ReActAgentService, ScriptedModel } from '../../src';
import { says, startModelServer } from '../../src/testing';
import { act, answer, shop } from '../agent/tools-of-a-shop';

let loads: string[] = [];

jest.mock('gpt-tokenizer/encoding/o200k_base', (): unknown => {
  loads.push('o200k_base');
  return jest.requireActual('gpt-tokenizer/encoding/o200k_base');
});
jest.mock('gpt-tokenizer/encoding/cl100k_base', (): unknown => {
  loads.push('cl100k_base');
  return jest.requireActual('gpt-tokenizer/encoding/cl100k_base');
});

/** Three looks at orders, each answered with about `bytes` bytes. */
async function run(bytes: number, model: string): Promise<void> {
  const script = [...['A1', 'A2', 'A3'].map((order) => act('look', order)), answer('seen')];
  const look = (order: string): string => `${order} is here. `.repeat(bytes / 12);
  const module = await shop(new ScriptedModel([...script, ...script], model), { contextTokens: 8000 }, { look });
  const { status } = await module.get(ReActAgentService).ask({ question: 'Where are they?' });
  expect(status).toBe('answered');
}

/** A call whose provider gives no usage figures. */
async function ask(chars: number): Promise<void> {
  const server = await startModelServer(() => ({ ...says('x'), wire: { usage: 'none' } }));
  const model = new OpenAiModel({ baseUrl: server.baseUrl, model: 'gpt-4', maxAttempts: 1 });
  const messages = [{ role: 'user', content: 'a'.repeat(chars) } as const];
  for await (const chunk of model.stream({ messages }, new AbortController().signal)) void chunk;
  await server.close();
}

describe('the tokenizer', () => {
  it('is loaded by a run that may come near its context, by no other, and once', async () => {
    await run(1000, 'gpt-4o');
    expect(loads).toEqual([]);
    await run(4000, 'gpt-4o');
    expect(loads).toEqual(['o200k_base']);
    await run(4000, 'deepseek-chat');
    expect(loads).toEqual(['o200k_base']);
  });

  it('is loaded for a call without usage figures when it is long', async () => {
    loads = [];
    await ask(16_000);
    expect(loads).toEqual([]);
    await ask(17_000);
    expect(loads).toEqual(['cl100k_base']);
  });
});
