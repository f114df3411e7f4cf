import { DEFAULT_LIMITS, type Limits } from '../../src/core/agent-definition';
import type { Model, ModelReply, ModelRequest } from '../../src/core/model';
import { NO_USAGE } from '../../src/core/model';
import type { TerminationPolicy } from '../../src/core/policy';
import type { Decision } from '../../src/core/protocol';
import { apply, type Action, type Run } from '../../src/core/run';
import { runAgent, type AgentParts } from '../../src/core/run-agent';
import type { RunEvent } from '../../src/core/run-event';
import type { InvokeContext, Observation, PreparedCall, ToolCall, ToolResult, Tools } from '../../src/core/tool';

/** What a scripted model turn is: a decision, an error to throw, or something to do with the signal. */
export type Turn = Decision | Error | ((signal: AbortSignal) => Promise<Decision>);

export const acts = (...calls: [name: string, input?: unknown][]): Decision => ({
  kind: 'act',
  thought: 'so',
  calls: calls.map(([name, input], index) => ({ id: `call_${index}`, name, input: input ?? {} })),
});
export const answers = (answer: string): Decision => ({ kind: 'answer', thought: 'done', answer });
export const unreadable = (): Decision => ({
  kind: 'malformed',
  thought: '',
  reason: 'empty',
  problem: 'Nothing came.',
});

/** Plays turns; the reply's text is the decision as JSON, which `parse` below reads back. */
export class TurnModel implements Model {
  readonly name = 'turns';
  readonly requests: ModelRequest[] = [];

  constructor(private readonly turns: Turn[]) {}

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<{ text: string } | { reply: ModelReply }> {
    this.requests.push(request);
    const turn = this.turns.shift() ?? new Error('the script has run out');
    if (turn instanceof Error) throw turn;
    const text = JSON.stringify(typeof turn === 'function' ? await turn(signal) : turn);
    yield { text };
    yield {
      reply: { text, calls: [], usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 5 }, finishReason: 'stop' },
    };
  }
}

type Execute = (input: object, context: InvokeContext) => Promise<string> | string;
export interface FakeTool {
  effect?: 'read' | 'write';
  approval?: boolean;
  run?: Execute;
  /** What became of an interrupted call; undefined: it did not happen. */
  reconcile?: (call: ToolCall, context: InvokeContext) => Promise<Observation | undefined> | Observation | undefined;
}

/** Tools by name, without Nest; what is not there is unknown. */
export class TableTools implements Tools {
  readonly specs = [];
  readonly executed: { name: string; input: object; key: string }[] = [];

  constructor(private readonly table: Record<string, FakeTool>) {}

  async prepare({ name, input }: ToolCall): Promise<PreparedCall> {
    const tool = this.table[name];
    if (!tool) return { ok: false, observation: { ok: false, content: `Unknown tool ${name}` } };
    return { ok: true, input: input as object, effect: tool.effect ?? 'read', needsApproval: tool.approval ?? false };
  }

  rejected({ review }: Action): Observation {
    return { ok: false, content: `${review?.by} rejected this call: ${review?.comment}` };
  }

  async reconcile({ call }: Action, context: InvokeContext): Promise<ToolResult | undefined> {
    const unknown: Observation = { ok: false, content: `The effect of ${call.name} is unknown`, effectUnknown: true };
    const reconcile = this.table[call.name]?.reconcile;
    const observation = reconcile ? await reconcile(call, context) : unknown;
    return observation && { observation };
  }

  async invoke({ name }: ToolCall, input: object, context: InvokeContext): Promise<ToolResult> {
    this.executed.push({ name, input, key: context.idempotencyKey });
    const content = (await this.table[name]?.run?.(input, context)) ?? `${name} ran`;
    return { observation: { ok: true, content } };
  }
}

export interface Setup {
  turns: Turn[];
  tools?: Record<string, FakeTool>;
  policies?: TerminationPolicy[];
  /** Other parts of the loop. */
  parts?: Partial<AgentParts>;
  limits?: Partial<Limits>;
}

export interface Played {
  model: TurnModel;
  tools: TableTools;
  parts: AgentParts;
  start: RunEvent;
}

export function setUp({ turns, tools = {}, policies = [], limits = {}, parts: more }: Setup): Played {
  const model = new TurnModel(turns);
  const table = new TableTools(tools);
  let clock = 1_000;
  const parts: AgentParts = {
    model,
    tools: table,
    policies,
    protocol: ({ protocol }) => protocol,
    prompt: (run) => ({ messages: [{ role: 'user', content: `${run.question} ${run.thinking?.forced ?? ''}` }] }),
    parse: (reply) => JSON.parse(reply.text) as Decision,
    splitter: () => ({ push: () => [], end: () => [] }),
    now: () => (clock += 10),
    toolNow: () => clock,
    ...more,
  };
  return { model, tools: table, parts, start: startEvent(limits) };
}

export const startEvent = (limits: Partial<Limits> = {}): RunEvent => ({
  runId: 'run-1',
  seq: 1,
  at: 1_000,
  type: 'run.started',
  tenant: 'default',
  agent: 'clerk',
  model: 'turns',
  protocol: 'json-decisions',
  language: 'en',
  question: 'why?',
  history: [],
  limits: { ...DEFAULT_LIMITS, ...limits },
  timeZone: 'UTC',
});

/** Runs from the given events (the start, by default) to the end or the pause; gives all facts and the last state. */
export async function play(
  { parts, start }: Pick<Played, 'parts' | 'start'>,
  { from = [start], signal = new AbortController().signal }: { from?: RunEvent[]; signal?: AbortSignal } = {},
): Promise<{ events: RunEvent[]; run: Run }> {
  const events = [...from];
  let run = events.reduce<Run | undefined>(apply, undefined)!;
  for await (const event of runAgent(run, parts, signal)) {
    if (event.type === 'text.delta') continue;
    run = apply(run, event);
    events.push(event);
  }
  return { events, run };
}
