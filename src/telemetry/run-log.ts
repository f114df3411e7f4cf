import { Logger } from '@nestjs/common';
import type { RunObserver } from '../agent/run-observer';
import type { Run, Step } from '../core/run';
import type { RunEvent } from '../core/run-event';
import { redact } from './redact';

/** Where lines go: Nest's logger, with fields before the message. */
type Sink = Pick<Logger, 'log' | 'warn' | 'debug'>;

/** How much of an error observation the line of its step shows. */
const MAX_FAULT_CHARS = 300;

/** One structured line a step. Thoughts and observations only at debug level, redacted. */
export class RunLog implements RunObserver {
  constructor(private readonly sink: Sink = new Logger('Run')) {}

  onFact(event: RunEvent, run: Run): void {
    switch (event.type) {
      case 'run.started':
        this.sink.log(startOf(event), 'run started');
        this.sink.debug({ runId: event.runId, question: redact(event.question) }, 'question');
        return;
      case 'step.started':
        return this.#nudged(event);
      case 'context.compacted':
        return this.#compacted(event);
      case 'model.replied':
        return this.#replied(event, run);
      case 'approval.requested':
        return this.#waits(event, run);
      case 'approval.resolved':
        return this.#decided(event);
      case 'tool.finished':
        return this.#toolFinished(event, run);
      case 'run.finished':
        return this.#finished(event, run);
      default:
        return;
    }
  }

  /** Only a step that is asked for in a particular way has a line before its reply. */
  #nudged({ runId, step, hint, withheld }: Extract<RunEvent, { type: 'step.started' }>): void {
    if (withheld !== undefined) this.sink.warn({ runId, step, hint, withheld }, 'tools withheld');
    else if (hint !== undefined) this.sink.log({ runId, step, hint }, 'step hinted');
  }

  #compacted({ runId, throughStep, usage, fault }: Extract<RunEvent, { type: 'context.compacted' }>): void {
    const { inputTokens, outputTokens } = usage;
    const fields = { runId, throughStep, inputTokens, outputTokens };
    if (fault === undefined) this.sink.log(fields, 'context compacted');
    else this.sink.warn({ ...fields, fault }, 'context compacted without a summary');
  }

  #replied(event: Extract<RunEvent, { type: 'model.replied' }>, run: Run): void {
    const { runId, decision } = event;
    const step = run.steps.find(({ index }) => index === event.step);
    const { attempts } = event.reply;
    if (attempts !== undefined) this.sink.warn({ runId, step: event.step, attempts }, 'model call retried');
    this.sink.debug({ runId, step: event.step, thought: redact(decision.thought) }, 'thought');
    if (decision.kind === 'act') return; // its line comes when the tool has ended
    const fields = { runId, step: event.step, ...(step && modelFigures(step)) };
    if (decision.kind === 'answer') this.sink.log(fields, 'step answered');
    else this.sink.warn({ ...fields, reason: decision.reason, problem: redact(decision.problem) }, 'step unreadable');
  }

  #waits({ runId, callId, terms }: Extract<RunEvent, { type: 'approval.requested' }>, run: Run): void {
    const step = run.steps.find(({ actions }) => actions.some(({ call }) => call.id === callId));
    const action = step?.actions.find(({ call }) => call.id === callId)?.call.name;
    this.sink.log({ runId, step: step?.index, callId, action, because: terms?.because }, 'step waits for an approval');
  }

  #decided({ runId, callId, approved, by, input, expired }: Extract<RunEvent, { type: 'approval.resolved' }>): void {
    if (expired) return this.sink.warn({ runId, callId }, 'approval expired: nobody decided in time');
    const edited = input !== undefined;
    this.sink.log({ runId, callId, approved, ...(edited && { edited }), by: redact(by) }, 'approval decided');
  }

  #toolFinished({ runId, callId, observation }: Extract<RunEvent, { type: 'tool.finished' }>, run: Run): void {
    const step = run.steps.find(({ actions }) => actions.some(({ call }) => call.id === callId));
    const action = step?.actions.find(({ call }) => call.id === callId);
    if (!step || !action) return;
    const toolMs = action.startedAt === undefined ? 0 : (action.finishedAt ?? action.startedAt) - action.startedAt;
    const fields = {
      runId,
      step: step.index,
      action: action.call.name,
      ok: observation.ok,
      ...modelFigures(step),
      toolMs,
    };
    const fault = redact(observation.content, MAX_FAULT_CHARS);
    if (observation.ok) this.sink.log(fields, 'step');
    else if (observation.effectUnknown)
      this.sink.warn({ ...fields, callId, fault }, 'step with an unknown effect: a person must check');
    else this.sink.warn({ ...fields, fault }, 'step with a fault');
    this.sink.debug(
      { runId, step: step.index, callId, input: redact(JSON.stringify(action.input ?? action.call.input)) },
      'action input',
    );
    this.sink.debug({ runId, step: step.index, callId, observation: redact(observation.content) }, 'observation');
  }

  #finished({ runId, outcome }: Extract<RunEvent, { type: 'run.finished' }>, run: Run): void {
    const { inputTokens, outputTokens } = run.usage;
    const why = outcome.status === 'failed' ? { code: outcome.code, detail: outcome.message } : {};
    const reason = outcome.status === 'stopped' ? { reason: outcome.reason } : {};
    const fields = {
      runId,
      status: outcome.status,
      ...reason,
      ...why,
      steps: run.steps.length,
      durationMs: run.lastAt - run.startedAt,
      inputTokens,
      outputTokens,
    };
    if (outcome.status === 'failed') this.sink.warn(fields, 'run failed');
    else this.sink.log(fields, 'run finished');
  }
}

const startOf = ({ runId, tenant, askedBy, agent, model, protocol }: Extract<RunEvent, { type: 'run.started' }>) => ({
  runId,
  ...(askedBy !== undefined && { tenant, askedBy }),
  agent,
  model,
  protocol,
});

const modelFigures = ({ startedAt, repliedAt, usage }: Step) => ({
  modelMs: repliedAt - startedAt,
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
});
