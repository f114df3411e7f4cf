import type { Decision, Language, Protocol } from '../core/protocol';
import { NO_USAGE, type Message, type Model, type ModelChunk, type ModelReply, type ModelRequest } from '../core/model';
import type { Run } from '../core/run';

/** What the rules of a demo domain see: the question, and what the run has observed so far. */
export interface DemoTurn {
  readonly question: string;
  readonly history: readonly Message[];
  readonly language: Language;
  readonly observations: readonly DemoObservation[];
  /** True when a limit was reached: only an answer will do. */
  readonly forced: boolean;
}

export interface DemoObservation {
  readonly tool: string;
  /** As the tool received it; undefined when the call could not run. */
  readonly input: object | undefined;
  readonly ok: boolean;
  readonly content: string;
  /** Set when the tool was begun: it may have had its effect, whatever `ok` says. Not set for a call that was refused before. */
  readonly started?: true;
  /** What a person said who did not let the call run; empty when nobody said why, or decided in time. */
  readonly refusal?: string;
}

export interface DemoCall {
  readonly tool: string;
  readonly input: object | string;
}

/**
 * `calls` asks for several tools in one turn. Where the run's protocol has one action a reply, only the first is written: rules ask
 * for the others again when its observation is there.
 */
export type DemoStep =
  | ({ readonly thought: string } & DemoCall)
  | { readonly thought: string; readonly calls: readonly DemoCall[] }
  | { readonly thought: string; readonly answer: string };

/** A few rules that stand in for a model in one demo domain. They hold no facts of the domain: those come from observations. */
export interface DemoRules {
  /** Name of the agent that they answer for. */
  readonly agent: string;
  next(turn: DemoTurn): DemoStep;
  /** Answers a model call that one of the domain's tools makes; undefined for one that is not for these rules. */
  complete?(messages: readonly Message[]): string | undefined;
}

export const OFFLINE_MODEL_NAME = 'offline-demo';

const NO_RULES =
  'I am the offline demo model: I only know a few rules for the demo agents, and none for this. ' +
  'Set OPENAI_BASE_URL and OPENAI_MODEL to ask a real model.';

/** Answers without a network, by rules; its replies are spelled by the run's protocol and parsed like any model's. */
export class DemoModel implements Model {
  readonly name = OFFLINE_MODEL_NAME;

  constructor(
    private readonly rules: readonly DemoRules[],
    private readonly protocols: ReadonlyMap<string, Pick<Protocol, 'render' | 'parse'>>,
  ) {}

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk> {
    signal.throwIfAborted();
    const written = request.run ? this.#nextStep(request.run) : { text: this.#completion(request.messages), calls: [] };
    if (written.text) yield { text: written.text };
    yield { reply: replyOf(written, request.messages) };
  }

  #nextStep(run: Run): Pick<ModelReply, 'text' | 'calls'> {
    const protocol = this.protocols.get(run.thinking?.protocol ?? run.protocol);
    if (!protocol) throw new Error(`No protocol ${run.protocol}`);
    const rules = this.rules.find(({ agent }) => agent === run.agent);
    return spelled(protocol, decisionOf(rules ? rules.next(turnOf(run)) : { thought: '', answer: NO_RULES }));
  }

  #completion(messages: readonly Message[]): string {
    for (const rules of this.rules) {
      const text = rules.complete?.(messages);
      if (text !== undefined) return text;
    }
    return NO_RULES;
  }
}

function decisionOf(step: DemoStep): Decision {
  const { thought } = step;
  if ('answer' in step) return { kind: 'answer', thought, answer: step.answer };
  const calls = 'calls' in step ? step.calls : [step];
  return {
    kind: 'act',
    thought,
    calls: calls.map(({ tool, input }, index) => ({ id: `call_${index}`, name: tool, input })),
  };
}

/** Several calls as far as the protocol can say them: what it would not read back whole is cut to the first. */
function spelled(protocol: Pick<Protocol, 'render' | 'parse'>, decision: Decision): Pick<ModelReply, 'text' | 'calls'> {
  const whole = protocol.render(decision);
  if (decision.kind !== 'act' || decision.calls.length < 2) return whole;
  const read = protocol.parse({ ...whole, usage: NO_USAGE, finishReason: 'stop' }, decision.calls);
  const isWhole = read.kind === 'act' && read.calls.length === decision.calls.length;
  return isWhole ? whole : protocol.render({ ...decision, calls: decision.calls.slice(0, 1) });
}

const turnOf = (run: Run): DemoTurn => ({
  question: run.question,
  history: run.history,
  language: run.language,
  forced: run.thinking?.forced !== undefined,
  observations: run.steps.flatMap(({ actions }) =>
    actions.map(({ call, input, observation, review, startedAt }) => ({
      tool: call.name,
      input,
      ok: observation?.ok ?? false,
      content: observation?.content ?? '',
      ...(startedAt !== undefined && { started: true as const }),
      ...(review?.approved === false && { refusal: review.comment ?? '' }),
    })),
  ),
});

/** There is no tokenizer here, so the figures are estimates of one token per four characters and say so. */
function replyOf(written: Pick<ModelReply, 'text' | 'calls'>, messages: readonly Message[]): ModelReply {
  const read = messages.reduce((sum, { content }) => sum + content.length, 0);
  const usage = {
    ...NO_USAGE,
    inputTokens: Math.ceil(read / 4),
    outputTokens: Math.ceil(written.text.length / 4),
    estimated: true,
  };
  return { ...written, usage, finishReason: written.calls.length > 0 ? 'tool_calls' : 'stop' };
}
