import { ModelError, ReActAgentService, ScriptedModel, type Message, type ModelRequest } from '../../src';
import type { ScriptedStep } from '../../src/models/scripted.model';
import { counterOf, ROUGH } from '../../src/tokens/counters';
import type { PromptCounter } from '../../src/tokens/prompt-counter';
import { shop } from './tools-of-a-shop';

const WINDOW = 8000;
const FACT = 'The spare key of A3 has number 7741-Q.';
const STEPS = 60;

const isSummaryCall = ({ messages }: ModelRequest): boolean => messages[0]!.content.includes('You keep the notes');
const NEWER = counterOf('gpt-4o');
const OLDER = counterOf('gpt-4');
/** As a provider would count that has 300 tokens of instructions of its own and tokens a sixth shorter than ours. */
const OTHERS = { messages: (list: readonly Message[]): number => 300 + Math.ceil(NEWER.messages(list) * 1.2) };

/** The step after those that the prompt tells of: the model knows the run only from its prompt. */
function nextOrder({ messages }: ModelRequest): number {
  const told = messages.map(({ content }) => content).join('\n');
  const orders = [...told.matchAll(/"order": ?"A(\d+)"/g)].map(([, number]) => Number(number));
  const summarised = Number(/Steps 1 to (\d+)/.exec(told)?.[1] ?? 0);
  return Math.max(summarised, ...orders) + 1;
}

/** Keeps the one fact, as far as its request holds it. */
const summarise = ({ messages }: ModelRequest): string =>
  `${'Looked at orders. '.repeat(20)}${messages.at(-1)!.content.includes(FACT) ? FACT : 'Nothing of note.'}`;

/** Looks at A1 to A60, then answers with the fact if its prompt holds it. */
function work(request: ModelRequest): string {
  const order = nextOrder(request);
  if (order <= STEPS) return `Thought: next\nAction: look\nAction Input: {"order": "A${order}"}`;
  const isKnown = request.messages.some(({ content }) => content.includes(FACT));
  return `Thought: all seen\nFinal Answer: ${isKnown ? FACT : 'I have forgotten it.'}`;
}

const byTokenizer = (messages: readonly Message[]): number => NEWER.messages(messages);

const observation = (order: string): string => `${order}: ${order === 'A3' ? FACT : ''} ${'b0x '.repeat(500)}`;

interface Played {
  readonly summary?: (request: ModelRequest) => ReturnType<typeof summarise> | Error;
  /** Gives the figures that the provider reports, or null: it reports none. */
  readonly reported?: ((messages: readonly Message[]) => number) | null;
  readonly name?: string;
}

async function longRun({ summary = summarise, reported = byTokenizer, name = 'gpt-4o' }: Played = {}) {
  const play = (request: ModelRequest): ReturnType<Extract<ScriptedStep, (request: ModelRequest) => unknown>> => {
    const text = isSummaryCall(request) ? summary(request) : work(request);
    if (text instanceof Error) return text;
    const usage = reported ? { inputTokens: reported(request.messages) } : { inputTokens: 100, estimated: true };
    return { text, usage: { ...usage, outputTokens: 20 } };
  };
  const model = new ScriptedModel(
    Array.from({ length: 400 }, () => play),
    name,
  );
  const limits = { maxSteps: 100, maxTokens: 10_000_000 };
  const module = await shop(model, { limits, contextTokens: WINDOW }, { look: observation });
  const service = module.get(ReActAgentService);
  const result = await service.ask({ question: 'Look at A1 to A60. What is the number of the spare key?' });
  const events = await service.events(result.runId);
  return { model, result, compactions: events.flatMap((event) => (event.type === 'context.compacted' ? [event] : [])) };
}

describe('a run of 60 steps with 2 KB observations', () => {
  it.each<[string, Played, Pick<PromptCounter, 'messages'>]>([
    ['the provider reports what the tokenizer counts', {}, NEWER],
    ['the provider reports nothing', { reported: null }, NEWER],
    ['an older model reports nothing', { reported: null, name: 'gpt-4-0613' }, OLDER],
    ['the provider counts in another way', { reported: (list) => OTHERS.messages(list), name: 'other' }, OTHERS],
    ['the provider has longer tokens', { reported: (list) => ROUGH.messages(list) }, ROUGH],
  ])(
    'stays within 8,000 tokens in every request and answers with what step 3 observed: %s',
    async (_, played, real) => {
      const { model, result, compactions } = await longRun(played);
      expect(result).toMatchObject({ status: 'answered', finalAnswer: FACT, totalSteps: STEPS });
      for (const { messages } of model.requests) expect(real.messages(messages)).toBeLessThanOrEqual(WINDOW);
      expect(compactions.length).toBeGreaterThan(3);
      expect(compactions.length).toBeLessThanOrEqual(STEPS / 3); // a call for every other step would double the price
      expect(compactions.every(({ fault }) => fault === undefined)).toBe(true);
    },
  );

  it('counts the tokens of its summaries', async () => {
    const { model, result } = await longRun();
    const sent = model.requests.reduce((sum, { messages }) => sum + NEWER.messages(messages), 0);
    expect(result.usage.inputTokens).toBe(sent);
    expect(model.requests.filter(isSummaryCall).length).toBeGreaterThan(3);
  });

  it('has a stable prefix between two summaries', async () => {
    const { model, compactions } = await longRun();
    const prompts = model.requests.filter((request) => !isSummaryCall(request)).map(({ messages }) => messages);
    const breaks = prompts.slice(1).filter((prompt, index) => {
      const before = prompts[index]!;
      return before.some((message, at) => message !== prompt[at]);
    });
    expect(breaks).toHaveLength(compactions.length);
  });

  it('goes on with the beginnings of old steps when the summary fails, and says so', async () => {
    const { model, result, compactions } = await longRun({
      summary: () => new ModelError('model_failed', 'gone'),
    });
    expect(result).toMatchObject({ status: 'answered', totalSteps: STEPS });
    expect(compactions.every(({ fault, usage }) => fault === 'model_failed' && usage.inputTokens === 0)).toBe(true);
    expect(compactions[0]!.summary).toContain(FACT);
    for (const { messages } of model.requests) expect(NEWER.messages(messages)).toBeLessThanOrEqual(WINDOW);
  });

  it('takes an empty summary for none', async () => {
    const { compactions, result } = await longRun({ summary: () => '<think>What shall I keep?</think>' });
    expect(result.status).toBe('answered');
    expect(compactions[0]).toMatchObject({ fault: 'model_bad_reply', usage: { outputTokens: 20 } });
  });

  it('is not misled by a provider that reports far too little', async () => {
    const { model, result } = await longRun({ reported: () => 1 });
    expect(result.status).toBe('answered');
    for (const { messages } of model.requests) expect(NEWER.messages(messages)).toBeLessThanOrEqual(2 * WINDOW);
  });
});
