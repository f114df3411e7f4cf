import { ConfigError, DEFAULT_LIMITS, ReActAgentService, ScriptedModel, type ReActAgentOptions } from '../../src';
import { act, answer, shop } from './tools-of-a-shop';

/** As a program without types hands them in. */
const given = (options: object): Partial<ReActAgentOptions> => options;

const CLERK = { name: 'clerk', instructions: 'You sell.', tools: ['look'] };

describe('options of the module', () => {
  it.each<[object, string]>([
    [{ limits: { maxSteps: NaN } }, 'limits.maxSteps: expected an integer of 1 or more, got NaN'],
    [{ limits: { maxSteps: 0 } }, 'limits.maxSteps: expected an integer of 1 or more, got 0'],
    [{ limits: { deadlineMs: -1 } }, 'limits.deadlineMs: expected an integer of 1 or more, got -1'],
    [{ limits: { maxTokens: 'x' } }, 'limits.maxTokens: expected an integer of 1 or more, got "x"'],
    [{ limits: { maxParallelTools: 1.5 } }, 'limits.maxParallelTools: expected an integer'],
    [{ limits: 7 }, 'limits: expected an object, got 7'],
    [{ timeZone: 'Mars' }, 'timeZone: expected an IANA time zone, e.g. Asia/Shanghai, got "Mars"'],
    [{ clock: 'yesterday' }, 'clock: expected an ISO 8601 instant with a zone'],
    [{ clock: '2026-02-30T00:00:00Z' }, 'clock: expected an ISO 8601 instant with a zone'],
    [{ model: {} }, 'model: expected a Model, e.g. new OpenAiModel(…), got an object'],
    [{ model: undefined }, 'model: expected a Model, e.g. new OpenAiModel(…), got undefined'],
    [{ store: {} }, 'store: expected a RunStore'],
    [{ agents: [] }, 'agents: expected a list of at least one agent, got an empty list'],
    [{ agents: undefined }, 'agents: expected a list of at least one agent, got undefined'],
    [{ agents: [null] }, 'agents[0]: expected an agent definition, got null'],
    [{ agents: [CLERK, { ...CLERK, name: undefined }] }, 'agents[1].name: expected a text, got undefined'],
    [{ agents: [{ ...CLERK, instructions: ' ' }] }, 'agents[0].instructions: expected a text that is not blank'],
    [{ agents: [{ ...CLERK, tools: 'look' }] }, 'agents[0].tools: expected a list of names of tools, got "look"'],
    [{ agents: [{ ...CLERK, tools: [class Look {}] }] }, 'agents[0].tools: expected a list of names of tools'],
    [{ agents: [{ ...CLERK, language: 'fr' }] }, "agents[0].language: expected 'zh' or 'en', got \"fr\""],
    [{ agents: [{ ...CLERK, limits: { idleSteps: -3 } }] }, 'agents[0].limits.idleSteps: expected an integer'],
    [{ agents: [{ ...CLERK, description: 7 }] }, 'agents[0].description: expected a text that is not blank, got 7'],
    [{ agents: [{ ...CLERK, protocol: {} }] }, 'agents[0].protocol: expected the name of a protocol, got an object'],
    [{ protocol: 1 }, 'protocol: expected the name of a protocol, got 1'],
    [{ defaultAgent: '' }, 'defaultAgent: expected the name of an agent, got ""'],
    [{ smallModel: 'gpt' }, 'smallModel: expected a Model, e.g. new OpenAiModel(…), got "gpt"'],
    [{ contextTokens: NaN }, 'contextTokens: expected an integer of 1000 or more, got NaN'],
    [{ contextTokens: 999 }, 'contextTokens: expected an integer of 1000 or more, got 999'],
    [{ contextTokens: -24_000 }, 'contextTokens: expected an integer of 1000 or more, got -24000'],
    [{ contextTokens: '8000' }, 'contextTokens: expected an integer of 1000 or more, got "8000"'],
    [{ historyTokens: 1.5 }, 'historyTokens: expected an integer of 0 or more, got 1.5'],
    [{ historyTokens: null }, 'historyTokens: expected an integer of 0 or more, got null'],
    [{ background: 16 }, 'background: expected an object, got 16'],
    [{ background: { maxRunning: 0 } }, 'background.maxRunning: expected an integer of 1 or more, got 0'],
    [{ background: { maxWaiting: -1 } }, 'background.maxWaiting: expected an integer of 0 or more, got -1'],
    [{ retentionMs: 30 }, 'retentionMs: expected an integer of 60000 or more, got 30'],
    [{ observers: {} }, 'observers: expected a list, got an object'],
    [{ observers: [() => 1] }, 'observers[0]: expected an object with a method onFact, got a function'],
  ])('%j stop the start with a sentence', async (options, message) => {
    const start = shop(new ScriptedModel([answer('ok')]), given(options));
    await expect(start).rejects.toThrow(ConfigError);
    await expect(start).rejects.toThrow(message);
  });

  it('that are there without a value count as absent: a run is still limited', async () => {
    const module = await shop(
      new ScriptedModel([act('look', 'A1'), act('look', 'A2'), answer('enough')]),
      given({
        limits: { maxSteps: 2, maxTokens: undefined },
        background: { maxRunning: undefined },
        contextTokens: undefined,
      }),
    );
    const { limits, failureReason } = await module.get(ReActAgentService).ask({ question: 'Where?' });
    expect(limits).toEqual({ maxSteps: 2, maxTokens: DEFAULT_LIMITS.maxTokens, deadlineMs: DEFAULT_LIMITS.deadlineMs });
    expect(failureReason).toBe('step_limit');
  });
});
