import { ConfigError } from '../core/errors';
import type { ToolSpec } from '../core/tool';
import type { InputSchema } from './field-schema';
import { inputSchemaOf } from './input-schema';
import type { ReActToolOptions, ToolHandler, Trust } from './react-tool.decorator';
import { sketchSchema } from './sketch-schema';
import { TOOL_SENTENCES } from './tool-sentences';
import { checkToolName } from './tool-name';
import { checkInputSync } from './validate-input';

/** A tool of the app with everything about it that never changes. */
export interface RegisteredTool {
  readonly spec: ToolSpec;
  readonly options: ReActToolOptions;
  readonly handler: ToolHandler;
  readonly input: new () => object;
  readonly inputSchema: InputSchema;
  readonly timeoutMs: number;
  readonly trust: Trust;
  /** Names of the agents that it is for; undefined for every agent. */
  readonly agents: readonly string[] | undefined;
  /** The fields in one line, and an input in JSON, for the observation after a wrong input. */
  readonly expected: string;
  readonly example: string | undefined;
}

/** One execution, in ms, when a tool says nothing else. */
const DEFAULT_TIMEOUT_MS = 15_000;
const HIGHEST_TIMEOUT_MS = 600_000;

/** Checks what a decorator says. @throws ConfigError that names the class and says what to write instead */
export function registeredTool(
  options: Partial<ReActToolOptions>,
  handler: unknown,
  className: string,
): RegisteredTool {
  const name = checkToolName(options.name, className);
  const where = `Tool "${name}" (${className})`;
  const { description, input, effect, approval, transactional, agents } = options;
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  if (typeof description !== 'string' || description.trim() === '') {
    throw new ConfigError(
      `${where} needs a description that says what goes in, what comes out and when to use it, got ${said(description)}`,
    );
  }
  if (typeof input !== 'function' || !input.prototype) {
    throw new ConfigError(
      `${where} needs an input: a class with class-validator decorators (an empty one when nothing goes in), got ${said(input)}`,
    );
  }
  checkEffect(effect, where);
  const trust = checkTrust(options.trust, where);
  if (approval !== undefined && typeof approval !== 'boolean' && typeof approval !== 'function') {
    throw new ConfigError(
      `${where} has an approval that is neither true, false nor a function of the input: ${said(approval)}`,
    );
  }
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > HIGHEST_TIMEOUT_MS) {
    throw new ConfigError(
      `${where} has timeoutMs ${said(timeoutMs)}; it must be an integer from 1 to ${HIGHEST_TIMEOUT_MS}`,
    );
  }
  if (!isHandler(handler)) {
    throw new ConfigError(`${where} has no method execute(input, context); add it, for it is what the tool does`);
  }
  checkOutcome({ effect, transactional }, handler, where);
  const inputSchema = inputSchemaOf(input);
  const examples = checkExamples(options.examples, { input, inputSchema }, where);
  return {
    spec: { name, description: description.trim(), inputSchema, ...(examples && { examples }) },
    options: options as ReActToolOptions,
    handler,
    input,
    inputSchema,
    timeoutMs,
    trust,
    agents: checkAgents(agents, where),
    expected: sketchSchema(inputSchema),
    example: examples?.[0] === undefined ? undefined : JSON.stringify(examples[0]),
  };
}

function checkEffect(effect: unknown, where: string): void {
  if (effect === 'read' || effect === 'write') return;
  throw new ConfigError(
    `${where} needs an effect: 'read', or 'write' when it changes something outside the run, got ${said(effect)}`,
  );
}

function checkTrust(trust: unknown, where: string): Trust {
  if (trust === undefined) return 'trusted';
  if (trust === 'trusted' || trust === 'untrusted') return trust;
  throw new ConfigError(
    `${where} has trust ${said(trust)}; it must be 'trusted', or 'untrusted' when others may have written what it returns`,
  );
}

/** How it is found out what became of an interrupted call. */
function checkOutcome(
  { effect, transactional }: Pick<Partial<ReActToolOptions>, 'effect' | 'transactional'>,
  handler: ToolHandler,
  where: string,
): void {
  const isWrite = effect === 'write';
  if (transactional !== undefined && typeof transactional !== 'boolean')
    throw new ConfigError(`${where} has transactional ${said(transactional)}; it must be true or false`);
  if (transactional && !isWrite)
    throw new ConfigError(`${where} is transactional, which is for tools with effect: 'write', got ${said(effect)}`);
  const reconcile = (handler as { reconcile?: unknown }).reconcile;
  if (reconcile === undefined) return;
  if (typeof reconcile !== 'function')
    throw new ConfigError(
      `${where} has a reconcile that is no method reconcile(key, input, context): ${said(reconcile)}`,
    );
  if (transactional)
    throw new ConfigError(`${where} is transactional, so the store knows what became of a call; remove its reconcile`);
  if (!isWrite)
    throw new ConfigError(`${where} has a reconcile, which is for tools with effect: 'write', got ${said(effect)}`);
}

function checkAgents(agents: readonly string[] | undefined, where: string): readonly string[] | undefined {
  const isNames =
    Array.isArray(agents) && agents.length > 0 && agents.every((name) => typeof name === 'string' && name !== '');
  if (agents === undefined || isNames) return agents;
  throw new ConfigError(`${where} has agents ${said(agents)}; list at least one agent's name, or leave it out for all`);
}

const isHandler = (value: unknown): value is ToolHandler =>
  typeof (value as { execute?: unknown } | null | undefined)?.execute === 'function';

/** A model copies the examples, so each must be an input that the tool takes. */
function checkExamples(
  examples: readonly unknown[] | undefined,
  tool: Pick<RegisteredTool, 'input' | 'inputSchema'>,
  where: string,
): readonly unknown[] | undefined {
  if (examples === undefined || examples.length === 0) return undefined;
  for (const example of examples) {
    const checked = checkInputSync(example, tool);
    if (checked.ok) continue;
    const [, ...faults] = TOOL_SENTENCES.en
      .badInput('', checked.faults, sketchSchema(tool.inputSchema), undefined)
      .split('\n');
    throw new ConfigError(
      `${where} has an example that it would refuse: ${JSON.stringify(example)}\n${faults.join('\n')}`,
    );
  }
  return examples;
}

function said(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
}
