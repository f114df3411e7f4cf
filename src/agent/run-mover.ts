import { Inject, Injectable, Logger } from '@nestjs/common';
import { deadline, isTimeout, type Deadline } from '../core/deadline';
import { ReActError } from '../core/errors';
import type { Model } from '../core/model';
import { apply, type Run } from '../core/run';
import { runAgent, type AgentParts } from '../core/run-agent';
import type { Outcome, RunEvent } from '../core/run-event';
import type { RunStore } from '../core/run-store';
import type { AgentOptions } from './agent-options';
import { agentParts } from './agent-parts';
import { AgentRegistry, type RegisteredAgent } from './agent-registry';
import { ignoresAbort } from './ignores-abort';
import { OutputParser } from './output-parser';
import { PromptBuilder } from './prompt-builder';
import { RunFeed } from './run-feed';
import { RunRecorder } from './run-recorder';
import { AGENT_OPTIONS, MODEL, RUN_STORE, SMALL_MODEL } from './tokens';

/** How long a shutdown waits for runs before it leaves them to the next start. */
const SHUTDOWN_WAIT_MS = 10_000;

/** Pulls the loop, stores what it yields, and knows which runs are under way in this process. */
@Injectable()
export class RunMover {
  readonly #logger = new Logger('ReActAgent');
  /** By id. */
  readonly #underWay = new Map<string, Promise<Run>>();
  /** Of the runs under way, by id. A listener of each on one signal would warn of a leak at the eleventh. */
  readonly #limits = new Map<string, Deadline>();
  #stopping = false;
  #halted = false;

  constructor(
    @Inject(AGENT_OPTIONS) private readonly options: AgentOptions,
    @Inject(RUN_STORE) private readonly store: RunStore,
    @Inject(MODEL) private readonly model: Model,
    @Inject(SMALL_MODEL) private readonly smallModel: Model,
    @Inject(AgentRegistry) private readonly agents: AgentRegistry,
    @Inject(PromptBuilder) private readonly prompts: PromptBuilder,
    @Inject(OutputParser) private readonly parser: OutputParser,
    @Inject(RunFeed) private readonly feed: RunFeed,
  ) {}

  get isStopping(): boolean {
    return this.#stopping;
  }

  /** Moves a new run to its end. @throws StoreError, RunConflictError */
  start(first: RunEvent, run: Run, signal: AbortSignal): Promise<Run> {
    const recorder = this.#recorder();
    recorder.add(first, run);
    return this.#tracked(run.id, this.#advance(run, recorder, signal, false));
  }

  /** Moves a run on from its stored events. */
  resume(run: Run): Promise<Run> {
    const isResumed = run.seq > 1; // else it only waited for its turn
    return this.#tracked(run.id, this.#advance(run, this.#recorder(), new AbortController().signal, isResumed));
  }

  /** Stores the first fact of a run that is moved later, by `resume`. @throws StoreError */
  async record(first: RunEvent, run: Run): Promise<void> {
    const recorder = this.#recorder();
    recorder.add(first, run);
    try {
      await recorder.flush();
    } finally {
      recorder.abandon();
    }
  }

  /** Ends a run that is not under way. @throws RunConflictError when somebody moved it meanwhile; StoreError */
  end(run: Run, outcome: Outcome): Promise<Run> {
    return this.#end(run, this.#recorder(), outcome);
  }

  /** Aborts a run under way, and gives what becomes of it; undefined when it is not under way in this process. */
  cancel(runId: string): Promise<Run> | undefined {
    this.#limits.get(runId)?.abort(CANCELLED);
    return this.#underWay.get(runId);
  }

  /** Waits for the runs under way; those that take longer keep what is stored and go on at the next start. */
  async shutdown(): Promise<void> {
    this.#stopping = true;
    const timer = setTimeout(() => this.#halt(), SHUTDOWN_WAIT_MS);
    await Promise.allSettled(this.#underWay.values());
    clearTimeout(timer);
  }

  #halt(): void {
    this.#halted = true;
    for (const limit of this.#limits.values()) limit.abort(new Error('The service is shutting down'));
  }

  async #tracked(runId: string, work: Promise<Run>): Promise<Run> {
    this.#underWay.set(runId, work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(runId);
    }
  }

  #recorder(): RunRecorder {
    const onFault = (): void => undefined; // the next flush reports the same fault
    return new RunRecorder(this.store, this.options.observers, this.feed, onFault);
  }

  async #advance(run: Run, recorder: RunRecorder, caller: AbortSignal, isResumed: boolean): Promise<Run> {
    const agent = this.agents.find(run.agent);
    if (!agent) {
      const message = `Agent "${run.agent}" is no longer registered`;
      return this.#end(run, recorder, { status: 'failed', code: 'agent_gone', message });
    }
    if (!this.parser.has(run.protocol)) {
      const message = `This version has no protocol "${run.protocol}"`;
      return this.#end(run, recorder, { status: 'failed', code: 'protocol_gone', message });
    }
    const limit = deadline(caller, run.limits.deadlineMs - run.activeMs);
    const move: Move = { run, recorder, isLeft: false };
    this.#limits.set(run.id, limit);
    try {
      const pulling = this.#pull(move, runAgent(run, { ...this.#partsFor(run, agent), isResumed }, limit.signal));
      if (await ignoresAbort(pulling, limit.signal)) await this.#leave(move, limit.signal);
    } catch (error) {
      await this.#failed(move, error);
    } finally {
      limit.abort(RUN_OVER); // whatever still hangs on the signal lets go
      limit.dispose();
      this.#limits.delete(run.id);
      recorder.abandon();
    }
    return move.run;
  }

  async #pull(move: Move, events: AsyncIterable<RunEvent>): Promise<void> {
    for await (const event of events) {
      if (this.#halted || move.isLeft) return; // what the halt did to the run is not what became of it
      if (event.type === 'text.delta') {
        this.feed.publish(event, move.run.tenant);
        continue;
      }
      move.run = apply(move.run, event);
      move.recorder.add(event, move.run);
      if (mustBeStored(event)) await move.recorder.flush();
    }
    await move.recorder.flush();
  }

  /** A model that does not heed its signal cannot hold the run: it is left behind, and the run ends without it. */
  async #leave(move: Move, signal: AbortSignal): Promise<void> {
    move.isLeft = true;
    if (this.#halted) return;
    if (move.run.outcome) return move.recorder.flush();
    this.#logger.warn({ runId: move.run.id }, 'a run was left behind that did not stop when told to');
    const outcome: Outcome = isTimeout(signal) ? { status: 'stopped', reason: 'deadline' } : { status: 'cancelled' };
    move.run = await this.#end(move.run, move.recorder, outcome);
  }

  /** After a bug the loop has recorded the end, and its error comes here; everything else is the store's. */
  async #failed({ run, recorder }: Move, error: unknown): Promise<void> {
    const recordedBug = run.outcome?.status === 'failed' && run.outcome.code === 'internal';
    if (error instanceof ReActError && recorder.hasStored) error.runId = run.id;
    if (!recordedBug) throw error;
    this.#logger.error({ runId: run.id, err: error }, 'a run failed by a bug');
    await recorder.flush();
  }

  async #end(run: Run, recorder: RunRecorder, outcome: Outcome): Promise<Run> {
    const event: RunEvent = { runId: run.id, seq: run.seq + 1, at: Date.now(), type: 'run.finished', outcome };
    const ended = apply(run, event);
    recorder.add(event, ended);
    try {
      await recorder.flush();
    } finally {
      recorder.abandon();
    }
    return ended;
  }

  #partsFor(run: Run, agent: RegisteredAgent): AgentParts {
    const { model, smallModel, prompts, parser } = this;
    const { contextTokens } = this.options;
    const parts = agentParts(run, agent, { model, smallModel, prompts, parser, contextTokens });
    return { ...parts, splitter: (name) => (this.feed.isWatched(run.id) ? parts.splitter(name) : undefined) };
  }
}

/** A run on its way, and whether it was left behind. */
interface Move {
  run: Run;
  readonly recorder: RunRecorder;
  isLeft: boolean;
}

/** Made once: an error for each run would have its stack taken. */
const RUN_OVER = new Error('The run is over');
const CANCELLED = new Error('The run was cancelled');

/** What the outside may already see or feel once the loop goes on: a model call, a write, a pause, the end. */
const mustBeStored = (event: RunEvent): boolean =>
  event.type === 'step.started' ||
  event.type === 'run.finished' ||
  event.type === 'approval.requested' ||
  (event.type === 'tool.started' && event.effect === 'write');
