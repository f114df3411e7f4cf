import { DEFAULT_BACKGROUND, DEFAULT_FOREGROUND } from './agent/agent-options';
import { DEFAULT_LIMITS, type AgentDefinition } from './core/agent-definition';
import { isInstant, isTimeZone } from './core/date-checks';
import { ConfigError } from './core/errors';
import type { Model } from './core/model';
import type { ReActAgentOptions } from './react-agent.module-definition';

/** Below it a summary would have no room beside instructions, question and the latest step. */
const LOWEST_CONTEXT_TOKENS = 1000;

/** Below it a busy event loop, or one slow write of the store, would cost a process its runs. */
const LOWEST_LEASE_MS = 1000;

/** Below it a run could be gone before the one who asked has read it; a figure in days or seconds is seen too. */
const LOWEST_RETENTION_MS = 60_000;

/**
 * Checks what a caller in plain JavaScript, or one with a value from outside, can get wrong; without it a run would fail later, or
 * never end. What the registry alone can know (tools, protocols, names that occur twice) it checks itself.
 * @throws ConfigError that names the option, what was expected and what was given.
 */
export function checkOptions(options: ReActAgentOptions): ReActAgentOptions {
  expect(isObject(options), 'The options of ReActAgentModule', 'an object', options);
  const { model, smallModel, store, agents, defaultAgent, protocol, clock, timeZone, observers } = options;
  checkModel(model, 'model');
  if (smallModel !== undefined) checkModel(smallModel, 'smallModel');
  const isStore = store === undefined || (isObject(store) && typeof store.append === 'function');
  expect(isStore, 'store', 'a RunStore, e.g. new MemoryStore()', store);
  expect(Array.isArray(agents) && agents.length > 0, 'agents', 'a list of at least one agent', agents);
  agents.forEach((agent, index) => checkAgent(agent, `agents[${index}]`));
  expect(isTextOrAbsent(defaultAgent), 'defaultAgent', 'the name of an agent', defaultAgent);
  expect(isTextOrAbsent(protocol), 'protocol', 'the name of a protocol', protocol);
  checkFigures(options);
  checkApprovals(options.approvals);
  const isClock = clock === undefined || (typeof clock === 'string' && isInstant(clock));
  expect(isClock, 'clock', 'an ISO 8601 instant with a zone, e.g. 2026-06-30T19:05:23+08:00', clock);
  const isZone = timeZone === undefined || (typeof timeZone === 'string' && isTimeZone(timeZone));
  expect(isZone, 'timeZone', 'an IANA time zone, e.g. Asia/Shanghai', timeZone);
  expect(observers === undefined || Array.isArray(observers), 'observers', 'a list', observers);
  observers?.forEach((observer, index) => {
    const hears = isObject(observer) && typeof observer.onFact === 'function';
    expect(hears, `observers[${index}]`, 'an object with a method onFact', observer);
  });
  return options;
}

/** A figure that is NaN is never reached, and one below its range before the run begins. */
function checkFigures(options: ReActAgentOptions): void {
  const { limits, contextTokens, historyTokens, background, foreground, leaseMs, retentionMs } = options;
  checkEach(limits, 'limits', Object.keys(DEFAULT_LIMITS), () => 1);
  checkFigure(contextTokens, 'contextTokens', LOWEST_CONTEXT_TOKENS);
  checkFigure(historyTokens, 'historyTokens', 0);
  checkFigure(leaseMs, 'leaseMs', LOWEST_LEASE_MS);
  checkFigure(retentionMs, 'retentionMs', LOWEST_RETENTION_MS);
  checkEach(background, 'background', Object.keys(DEFAULT_BACKGROUND), lowestOfQueue);
  checkEach(foreground, 'foreground', Object.keys(DEFAULT_FOREGROUND), lowestOfQueue);
}

function checkApprovals(approvals: ReActAgentOptions['approvals']): void {
  if (approvals === undefined || approvals === false) return;
  expect(isObject(approvals), 'approvals', 'false or an object', approvals);
  const { require, exempt } = approvals;
  const isPolicy = require === undefined || typeof require === 'function';
  expect(isPolicy, 'approvals.require', 'a function that tells whether a call needs an approval', require);
  const areNames = exempt === undefined || (Array.isArray(exempt) && exempt.every(isText));
  expect(areNames, 'approvals.exempt', 'a list of names of tools', exempt);
  checkEach(approvals, 'approvals', ['ttlMs', 'maxPending'], () => 1);
}

/** Nobody has to be let in to wait. */
const lowestOfQueue = (name: string): number => (name === 'maxWaiting' ? 0 : 1);

function checkModel(model: Model, path: string): void {
  const isModel = isObject(model) && typeof model.stream === 'function';
  expect(isModel, path, 'a Model, e.g. new OpenAiModel(…)', model);
  expect(isText(model.name), `${path}.name`, 'a text', model.name);
}

function checkAgent(agent: AgentDefinition, path: string): void {
  expect(isObject(agent), path, 'an agent definition', agent);
  const { name, description, instructions, tools, protocol, language, limits } = agent;
  expect(isText(name), `${path}.name`, 'a text', name);
  expect(isTextOrAbsent(description), `${path}.description`, 'a text that is not blank', description);
  expect(isText(instructions), `${path}.instructions`, 'a text that is not blank', instructions);
  const areNames = Array.isArray(tools) && tools.every(isText);
  expect(areNames, `${path}.tools`, 'a list of names of tools', tools);
  expect(isTextOrAbsent(protocol), `${path}.protocol`, 'the name of a protocol', protocol);
  expect(language === undefined || ['zh', 'en'].includes(language), `${path}.language`, "'zh' or 'en'", language);
  checkEach(limits, `${path}.limits`, Object.keys(DEFAULT_LIMITS), () => 1);
}

function checkEach(figures: unknown, path: string, names: readonly string[], lowest: (name: string) => number): void {
  if (figures === undefined) return;
  expect(isObject(figures), path, 'an object', figures);
  for (const name of names) checkFigure((figures as Record<string, unknown>)[name], `${path}.${name}`, lowest(name));
}

function checkFigure(figure: unknown, path: string, lowest: number): void {
  const isRight = figure === undefined || (Number.isSafeInteger(figure) && (figure as number) >= lowest);
  expect(isRight, path, `an integer of ${lowest} or more`, figure);
}

function expect(isRight: boolean, name: string, expected: string, got: unknown): asserts isRight {
  if (!isRight) throw new ConfigError(`${name}: expected ${expected}, got ${shown(got)}`);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const isTextOrAbsent = (value: unknown): boolean => value === undefined || isText(value);

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
