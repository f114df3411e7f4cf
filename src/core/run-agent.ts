import { isTimeout } from './deadline';
import { ModelError, ReActError } from './errors';
import type { Model, ModelReply, ModelRequest } from './model';
import type { Compactor } from './compactor';
import type { Nudge, TerminationPolicy } from './policy';
import type { Decision, Splitter } from './protocol';
import { apply, isWaiting, type Run } from './run';
import type { Fact, Outcome, RunEvent } from './run-event';
import { settleActions } from './settle-actions';
import type { Tools } from './tool';

/** What the loop needs, gathered for one run. */
export interface AgentParts {
  readonly model: Model;
  readonly tools: Tools;
  readonly policies: readonly TerminationPolicy[];
  /** What is tried with a run that makes no progress. */
  readonly nudge?: (run: Run) => Nudge | undefined;
  readonly compact?: Compactor;
  /** Name of the protocol that spells the next step, from the run and what the model's provider is known to refuse. */
  protocol(run: Run): string;
  /** The prompt, from the run alone; `run.thinking` tells the protocol and what else is particular about the step. */
  prompt(run: Run): ModelRequest;
  parse(reply: ModelReply, protocol: string): Decision;
  /** Absent when nobody watches: then no previews are made, which saves reading each reply twice. */
  splitter?(protocol: string): Splitter | undefined;
  /** True when the run goes on after a stop of the process. */
  readonly isResumed?: boolean;
  /** A fact as the store gives it back, so that the run is the same live and after a restart. */
  asStored?(this: void, fact: Fact): Fact;
  /** Epoch ms of events. */
  now(): number;
  /** The clock that tools see. */
  toolNow(this: void): number;
}

/**
 * Moves a run on until it finishes or waits for a person. To resume, call it again with the folded events.
 * The consumer stores each fact before it pulls the next one where `flushBefore` of the service says so.
 */
export async function* runAgent(given: Run, parts: AgentParts, signal: AbortSignal): AsyncGenerator<RunEvent, Run> {
  let run = given;
  const record = (made: Fact): RunEvent => {
    const fact = parts.asStored?.(made) ?? made;
    const resumed = parts.isResumed === true && run.seq === given.seq;
    const event = { runId: run.id, seq: run.seq + 1, at: parts.now(), ...(resumed && { resumed }), ...fact };
    run = apply(run, event);
    return event;
  };
  try {
    while (!run.outcome) {
      yield* settleActions(() => run, parts, record, signal);
      signal.throwIfAborted();
      if (isWaiting(run)) return run;

      const compaction = await parts.compact?.(run, signal);
      if (compaction) yield record({ type: 'context.compacted', ...compaction });

      const asked = nextStep(run, parts);
      const { step, protocol, forced: stop } = asked;
      yield record({ type: 'step.started', ...asked });
      const reply = yield* think(run, parts, asked, signal);
      if (reply === 'refused') continue; // the same step again, in another protocol
      if (reply === 'unanswered') {
        yield record({ type: 'run.finished', outcome: { status: 'stopped', reason: stop! } });
        continue;
      }
      const decision = numbered(parts.parse(reply, protocol), step);
      yield record({ type: 'model.replied', step, reply, decision });

      const outcome = outcomeAfter(decision, stop);
      if (outcome) yield record({ type: 'run.finished', outcome });
    }
  } catch (error) {
    const outcome = outcomeOf(error, signal);
    yield record({ type: 'run.finished', outcome });
    if (outcome.status === 'failed' && outcome.code === 'internal') throw error; // a bug: the caller gets the stack
  }
  return run;
}

type Asked = Nudge & { readonly step: number; readonly protocol: string; readonly forced?: string };

/** How the next step is asked for: from the run, and from what the model's provider is known to refuse. */
function nextStep(run: Run, parts: AgentParts): Asked {
  const next = { step: run.steps.length + 1, protocol: parts.protocol(run) };
  const forced = run.thinking?.forced ?? firstReason(parts.policies, run);
  return forced === undefined ? { ...next, ...parts.nudge?.(run) } : { ...next, forced };
}

const firstReason = (policies: readonly TerminationPolicy[], run: Run): string | undefined => {
  for (const policy of policies) {
    const reason = policy(run);
    if (reason !== undefined) return reason;
  }
  return undefined;
};

/**
 * One model call: yields previews, returns the reply. Where the provider refuses a protocol and there is another, it returns
 * `refused`. A forced answer that the provider fails to give is no failure of the run, which had reached its limit before: it
 * returns `unanswered`.
 */
async function* think(
  run: Run,
  parts: AgentParts,
  { step, protocol, forced }: Asked,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, ModelReply | 'refused' | 'unanswered'> {
  const splitter = parts.splitter?.(protocol);
  const { id: runId, seq } = run;
  try {
    for await (const chunk of parts.model.stream(parts.prompt(run), signal)) {
      if (splitter)
        for (const { channel, text } of 'reply' in chunk
          ? splitter.end(chunk.reply.finishReason)
          : splitter.push(chunk.text))
          yield { runId, seq, type: 'text.delta', step, at: parts.now(), channel, text }; // spread, it costs ten times as much
      if ('reply' in chunk) return chunk.reply;
    }
  } catch (error) {
    if (!(error instanceof ModelError) || signal.aborted) throw error;
    if (error.refused !== undefined && parts.protocol(run) !== protocol) return 'refused';
    if (forced !== undefined) return 'unanswered';
    throw error;
  }
  throw new Error(`${parts.model.name} ended its stream without a reply`);
}

/** Call ids are ours: providers repeat them across turns (QwenLM/qwen-code#5107) or leave them out. */
const numbered = (decision: Decision, step: number): Decision =>
  decision.kind === 'act'
    ? { ...decision, calls: decision.calls.map((call) => ({ ...call, id: `s${step}_${call.id}` })) }
    : decision;

function outcomeAfter(decision: Decision, stop: string | undefined): Outcome | undefined {
  const answer = decision.kind === 'answer' ? { answer: decision.answer } : undefined;
  if (stop !== undefined) return { status: 'stopped', reason: stop, ...answer };
  return answer && { status: 'answered', ...answer };
}

function outcomeOf(error: unknown, signal: AbortSignal): Outcome {
  if (isTimeout(signal)) return { status: 'stopped', reason: 'deadline' };
  if (signal.aborted) return { status: 'cancelled' };
  if (error instanceof ReActError) {
    const { code, message, retryable } = error;
    const retryAfterMs = error instanceof ModelError ? error.retryAfterMs : undefined;
    return { status: 'failed', code, message, retryable, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  return { status: 'failed', code: 'internal', message: 'The run failed unexpectedly.' };
}
