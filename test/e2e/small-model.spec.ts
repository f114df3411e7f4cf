import type { RunEvent } from '../../src';
import {
  answers,
  refuses,
  says,
  startModelServer,
  thinksThenActs,
  type ModelServer,
  type Turn,
} from '../../src/testing';
import { startApp, type RunningApp } from './start-app';

const KEY = 'sk-canary-0123456789';
const NOTES = 'Orders were looked at; nothing else is known.';
const ANSWER = 'They are on their way.';
/** What the provider reports for a step: its prompt is longer than the context that the settings allow. */
const LONG = { inputTokens: 2500, outputTokens: 5 };
const LONG_THOUGHT = 'I wonder where that order may be now. '.repeat(60);

interface Asked {
  readonly model: string;
  readonly team: unknown;
  readonly key: unknown;
}

/** Four long steps and an answer from the model that works, `summary` from the one that summarises. */
async function ranWith(summary: Turn, variables: Record<string, string>) {
  const steps: Turn[] = [
    ...['88231', '88232', '88233', '88234'].map((order) => ({
      ...thinksThenActs(LONG_THOUGHT, 'queryOrder', order),
      usage: LONG,
    })),
  ];
  const server: ModelServer = await startModelServer(({ body }) => {
    const { messages } = body as { messages: { content: string }[] };
    return /You keep the notes|智能体做笔记/.test(messages[0]!.content)
      ? summary
      : (steps.shift() ?? { ...answers(ANSWER), usage: LONG });
  });
  const app: RunningApp = await startApp({
    OPENAI_BASE_URL: server.baseUrl,
    OPENAI_API_KEY: KEY,
    OPENAI_MODEL: 'large',
    OPENAI_EXTRA_HEADERS: '{"X-Team": "shop"}',
    REACT_CONTEXT_TOKENS: '2000',
    REACT_CLOCK: '2026-06-30T19:05:23+08:00',
    ...variables,
  });
  try {
    const result = await app.ask({ agent: 'bitmall', question: 'Where are my orders?' });
    const { body } = await app.get(`/api/react/runs/${result.runId}/events`);
    const events = body.items as RunEvent[];
    const asked = server.calls.map(({ body: sent, headers }): Asked => {
      const { model } = sent as { model: string };
      return { model, team: headers['x-team'], key: headers.authorization };
    });
    return { result, asked, summaries: events.flatMap((event) => (event.type === 'context.compacted' ? [event] : [])) };
  } finally {
    await app.close();
    await server.close();
  }
}

describe('OPENAI_SMALL_MODEL', () => {
  const small = { OPENAI_SMALL_MODEL: 'small' };

  it('writes the summaries, at the same endpoint with the same key and headers', async () => {
    const { result, asked, summaries } = await ranWith(says(NOTES), small);
    expect(result).toMatchObject({ status: 'answered', finalAnswer: ANSWER, model: 'large' });
    expect(summaries.length).toBeGreaterThan(0);
    expect(asked.filter(({ model }) => model === 'small')).toHaveLength(summaries.length);
    expect(asked.filter(({ model }) => model === 'large')).toHaveLength(5);
    expect(asked.every(({ team, key }) => team === 'shop' && key === `Bearer ${KEY}`)).toBe(true);
  });

  it('is named in the event, and its tokens count towards the run', async () => {
    const { result, summaries } = await ranWith(says(NOTES), small);
    expect(summaries[0]).toMatchObject({ model: 'small', summary: NOTES, usage: { inputTokens: 10, outputTokens: 5 } });
    expect(result.usage).toMatchObject({
      inputTokens: 5 * LONG.inputTokens + 10 * summaries.length,
      outputTokens: 5 * LONG.outputTokens + 5 * summaries.length,
    });
  });

  it('that fails is no failure of the run', async () => {
    const { result, asked, summaries } = await ranWith(refuses(404, 'There is no model small'), small);
    expect(result).toMatchObject({ status: 'answered', finalAnswer: ANSWER });
    expect(summaries[0]).toMatchObject({ model: 'small', fault: expect.stringMatching(/^model_/) });
    expect(summaries[0]!.summary).toContain('I wonder where that order may be');
    expect(asked.filter(({ model }) => model === 'large')).toHaveLength(5);
  });

  it('is the model itself when it is not set', async () => {
    const { asked, summaries } = await ranWith(says(NOTES), {});
    expect(new Set(asked.map(({ model }) => model))).toEqual(new Set(['large']));
    expect(summaries[0]).toMatchObject({ summary: NOTES });
    expect(summaries[0]).not.toHaveProperty('model');
  });
});
