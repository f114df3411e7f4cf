import { Inject, Injectable, Logger } from '@nestjs/common';
import { deadline, type Deadline } from '../core/deadline';
import { ReActError } from '../core/errors';
import type { Model } from '../core/model';
import { apply, type Run } from '../core/run';
import { runAgent, type AgentParts } from '../core/run-agent';
import type { Fact, RunEvent } from '../core/run-event';
import type { RunStore } from '../core/run-store';
import type { Tools } from '../core/tool';
import { policiesFrom } from '../policies';
import type { AgentOptions } from './agent-options';
import { AgentRegistry, type RegisteredAgent } from './agent-registry';
import { OutputParser } from './output-parser';
import { PromptBuilder } from './prompt-builder';
import { RunFeed } from './run-feed';
import { RunRecorder } from './run-recorder';
import { AGENT_OPTIONS, MODEL, RUN_STORE } from './tokens';

/** How long a shutdown waits for runs before it leaves them to the next start. */
const SHUTDOWN_WAIT_MS = 10_000;

/** Pulls the loop, stores what it yields, and knows which runs are under way in this process. */
@Injectable()
export class RunMover {
  readonly #logger = new Logger('ReActAgent');
  readonly #underWay = new Set<Promise<unknown>>();
  /** Of the runs under way. A listener of each on one signal would warn of a leak at the eleventh. */
  readonly #limits = new Set<Deadline>();
  #stopping = false;
  #halted = false;

  constructor(
    @Inject(AGENT_OPTIONS) private readonly options: AgentOptions,
    @Inject(RUN_STORE) private readonly store: RunStore,
    @Inject(MODEL) private readonly model: Model,
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
    return this.#tracked(this.#advance(run, recorder, signal));
  }

  /** Moves a run on from its stored events. */
  resume(run: Run): Promise<Run> {
    return this.#tracked(this.#advance(run, this.#recorder(), new AbortController().signal));
  }

  /** Waits for the runs under way; those that take longer keep what is stored and go on at the next start. */
  async shutdown(): Promise<void> {
    this.#stopping = true;
    const timer = setTimeout(() => this.#halt(), SHUTDOWN_WAIT_MS);
    await Promise.allSettled(this.#underWay);
    clearTimeout(timer);
  }

  #halt(): void {
    this.#halted = true;
    for (const limit of this.#limits) limit.abort(new Error('The service is shutting down'));
  }

  async #tracked(work: Promise<Run>): Promise<Run> {
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  #recorder(): RunRecorder {
    const onFault = (): void => undefined; // the next flush reports the same fault
    return new RunRecorder(this.store, this.options.observers, this.feed, onFault);
  }

  async #advance(given: Run, recorder: RunRecorder, caller: AbortSignal): Promise<Run> {
    let run = given;
    const agent = this.agents.find(run.agent);
    if (!agent) return this.#giveUp(run, recorder, `agent "${run.agent}" is no longer registered`);
    const idleMs = Date.now() - run.lastAt; // of a run that is taken up again; close to 0 for a new one
    const limit = deadline(caller, run.limits.deadlineMs - run.activeMs - idleMs);
    this.#limits.add(limit);
    try {
      for await (const event of runAgent(run, this.#partsFor(run, agent), limit.signal)) {
        if (this.#halted) break; // what the halt did to the run is not what became of it
        if (event.type === 'text.delta') {
          this.feed.publish(event);
          continue;
        }
        run = apply(run, event);
        recorder.add(event, run);
        if (mustBeStored(event)) await recorder.flush();
      }
      await recorder.flush();
    } catch (error) {
      run = await this.#failed(run, recorder, error);
    } finally {
      limit.abort(RUN_OVER); // whatever still hangs on the signal lets go
      limit.dispose();
      this.#limits.delete(limit);
      recorder.abandon();
    }
    return run;
  }

  /** After a bug the loop has recorded the end, and its error comes here; everything else is the store's. */
  async #failed(run: Run, recorder: RunRecorder, error: unknown): Promise<Run> {
    const recordedBug = run.outcome?.status === 'failed' && run.outcome.code === 'internal';
    if (error instanceof ReActError) error.runId = run.id;
    if (!recordedBug) throw error;
    this.#logger.error({ runId: run.id, err: error }, 'a run failed by a bug');
    await recorder.flush();
    return run;
  }

  async #giveUp(run: Run, recorder: RunRecorder, message: string): Promise<Run> {
    const fact: Fact = { type: 'run.finished', outcome: { status: 'failed', code: 'agent_gone', message } };
    const event: RunEvent = { runId: run.id, seq: run.seq + 1, at: Date.now(), ...fact };
    const ended = apply(run, event);
    recorder.add(event, ended);
    await recorder.flush();
    return ended;
  }

  #partsFor(run: Run, { definition, tools }: RegisteredAgent): AgentParts {
    const protocol = this.parser.protocol(run.protocol);
    const fixed = run.clock === undefined ? undefined : Date.parse(run.clock);
    return {
      model: this.model,
      tools: withoutApprovals(tools),
      policies: policiesFrom(run.limits),
      protocol: protocol.name,
      prompt: (current, stop) => this.prompts.build(current, definition, protocol, tools.specs, stop),
      parse: (reply) => this.parser.parse(protocol.name, reply, tools.specs),
      splitter: () => (this.feed.isWatched(run.id) ? protocol.splitter(tools.specs) : undefined),
      now: Date.now,
      toolNow: () => fixed ?? Date.now(),
    };
  }
}

/** Made once: an error for each run would have its stack taken. */
const RUN_OVER = new Error('The run is over');

/** What the outside may already see or feel once the loop goes on: a model call, a write, a pause, the end. */
const mustBeStored = (event: RunEvent): boolean =>
  event.type === 'step.started' ||
  event.type === 'run.finished' ||
  event.type === 'approval.requested' ||
  (event.type === 'tool.started' && event.effect === 'write');

/** Nobody can decide an approval in this version yet, so a tool that asks for one runs at once; the boot says so. */
const withoutApprovals = (tools: Tools): Tools => ({
  specs: tools.specs,
  invoke: (call, input, context) => tools.invoke(call, input, context),
  prepare: async (call) => {
    const prepared = await tools.prepare(call);
    return prepared.ok ? { ...prepared, needsApproval: false } : prepared;
  },
});
