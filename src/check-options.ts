import { DEFAULT_LIMITS, type AgentDefinition, type Limits } from './core/agent-definition';
import { isInstant, isTimeZone } from './core/date-checks';
import { ConfigError } from './core/errors';
import type { ReActAgentOptions } from './react-agent.module-definition';

/**
 * Checks what a caller in plain JavaScript, or one with a value from outside, can get wrong; without it a run would fail later, or
 * never end. What the registry alone can know (tools, protocols, names that occur twice) it checks itself.
 * @throws ConfigError that names the option, what was expected and what was given.
 */
export function checkOptions(options: ReActAgentOptions): ReActAgentOptions {
  expect(isObject(options), 'The options of ReActAgentModule', 'an object', options);
  const { model, store, agents, limits, clock, timeZone, observers } = options;
  expect(isObject(model) && typeof model.stream === 'function', 'model', 'a Model, e.g. new OpenAiModel(…)', model);
  expect(isText(model.name), 'model.name', 'a text', model.name);
  const isStore = store === undefined || (isObject(store) && typeof store.append === 'function');
  expect(isStore, 'store', 'a RunStore, e.g. new MemoryStore()', store);
  expect(Array.isArray(agents) && agents.length > 0, 'agents', 'a list of at least one agent', agents);
  agents.forEach((agent, index) => checkAgent(agent, `agents[${index}]`));
  checkLimits(limits, 'limits');
  const isClock = clock === undefined || (typeof clock === 'string' && isInstant(clock));
  expect(isClock, 'clock', 'an ISO 8601 instant with a zone, e.g. 2026-06-30T19:05:23+08:00', clock);
  const isZone = timeZone === undefined || (typeof timeZone === 'string' && isTimeZone(timeZone));
  expect(isZone, 'timeZone', 'an IANA time zone, e.g. Asia/Shanghai', timeZone);
  expect(observers === undefined || Array.isArray(observers), 'observers', 'a list', observers);
  return options;
}

function checkAgent(agent: AgentDefinition, path: string): void {
  expect(isObject(agent), path, 'an agent definition', agent);
  const { name, instructions, tools, language, limits } = agent;
  expect(isText(name), `${path}.name`, 'a text', name);
  expect(isText(instructions), `${path}.instructions`, 'a text that is not blank', instructions);
  const areNames = Array.isArray(tools) && tools.every(isText);
  expect(areNames, `${path}.tools`, 'a list of names of tools', tools);
  expect(language === undefined || ['zh', 'en'].includes(language), `${path}.language`, "'zh' or 'en'", language);
  checkLimits(limits, `${path}.limits`);
}

/** A limit that is NaN is never reached, and one below 1 before the run begins. */
function checkLimits(limits: Partial<Limits> | undefined, path: string): void {
  if (limits === undefined) return;
  expect(isObject(limits), path, 'an object', limits);
  for (const name of Object.keys(DEFAULT_LIMITS) as (keyof Limits)[]) {
    const limit: unknown = limits[name];
    const isCount = limit === undefined || (Number.isSafeInteger(limit) && (limit as number) >= 1);
    expect(isCount, `${path}.${name}`, 'an integer of 1 or more', limit);
  }
}

function expect(isRight: boolean, name: string, expected: string, got: unknown): asserts isRight {
  if (!isRight) throw new ConfigError(`${name}: expected ${expected}, got ${shown(got)}`);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Objects are named by kind alone: a model holds a key. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'object' && value !== null
    ? 'an object'
    : typeof value === 'function'
      ? 'a function'
      : String(value);
}
