import { Inject, Injectable, Logger } from '@nestjs/common';
import { deadline, isTimeout } from '../core/deadline';
import { ConversationBusyError, ReActError, RunConflictError } from '../core/errors';
import { apply, isWaiting, type Run } from '../core/run';
import { runAgent } from '../core/run-agent';
import type { Fact, Outcome, RunEvent } from '../core/run-event';
import type { RunStore } from '../core/run-store';
import type { AgentOptions } from './agent-options';
import { AgentRegistry } from './agent-registry';
import { asStored } from './as-stored';
import { endOf } from './end-of-run';
import { ignoresAbort } from './ignores-abort';
import { takenAway, type Move } from './move';
import { mustBeStored } from './must-be-stored';
import { OutputParser } from './output-parser';
import { RunFeed } from './run-feed';
import { RunLeases, type HeldLease } from './run-leases';
import { RunParts } from './run-parts';
import { RunRecorder } from './run-recorder';
import { AGENT_OPTIONS, RUN_STORE } from './tokens';

/** How long a shutdown waits for runs before it leaves them to the next start. */
const SHUTDOWN_WAIT_MS = 10_000;

/** Pulls the loop, stores what it yields, and knows which runs are under way in this process. */
@Injectable()
export class RunMover {
  readonly #logger = new Logger('ReActAgent');
  /** By id. */
  readonly #underWay = new Map<string, Promise<Run>>();
  /** The same runs. A listener of each on one signal would warn of a leak at the eleventh. */
  readonly #moves = new Map<string, Move>();
  #stopping = false;
  #halted = false;
  readonly isMoving = (runId: string): boolean => this.#underWay.has(runId);

  constructor(
    @Inject(AGENT_OPTIONS) private readonly options: AgentOptions,
    @Inject(RUN_STORE) private readonly store: RunStore,
    @Inject(AgentRegistry) private readonly agents: AgentRegistry,
    @Inject(RunParts) private readonly parts: RunParts,
    @Inject(OutputParser) private readonly parser: OutputParser,
    @Inject(RunFeed) private readonly feed: RunFeed,
    @Inject(RunLeases) private readonly leases: RunLeases,
  ) {}

  get isStopping(): boolean {
    return this.#stopping;
  }

  /** Moves a new run to its end. @throws StoreError, RunConflictError, ConversationBusyError */
  start(first: RunEvent, run: Run, signal: AbortSignal): Promise<Run> {
    const lease = this.leases.begin(run.id);
    const recorder = this.#recorder(lease);
    recorder.add(first, run);
    return this.#tracked({ run, recorder, lease, isLeft: false }, signal, false);
  }

  /** Moves a run that this process holds on from its stored events. @throws StoreError, RunConflictError */
  resume(run: Run, caller: AbortSignal = new AbortController().signal): Promise<Run> {
    return this.goOn(run, caller, run.seq > 1); // else it only waited for its turn
  }

  /** The same for a run whose last fact this process has added just now. */
  async goOn(run: Run, caller: AbortSignal, isResumed = false): Promise<Run> {
    const lease = this.#leaseOf(run);
    return this.#tracked({ run, recorder: this.#recorder(lease), lease, isLeft: false }, caller, isResumed);
  }

  /** Stores the first fact of a run that is moved later, by `resume`. @throws StoreError, ConversationBusyError */
  async record(first: RunEvent, run: Run): Promise<void> {
    const lease = this.leases.begin(run.id);
    const recorder = this.#recorder(lease);
    recorder.add(first, run);
    try {
      await recorder.flush();
    } catch (error) {
      this.leases.drop(run.id, lease);
      throw error;
    } finally {
      recorder.abandon();
    }
  }

  /** Ends a run that this process holds and does not move. @throws RunConflictError when somebody moved it meanwhile; StoreError */
  async end(run: Run, outcome: Outcome): Promise<Run> {
    return this.#end(run, this.#recorder(this.#leaseOf(run)), outcome);
  }

  /** Adds facts to such a run. @throws as `end` does */
  async note(run: Run, facts: readonly Fact[]): Promise<Run> {
    return this.#add(run, this.#recorder(this.#leaseOf(run)), facts);
  }

  /** Aborts a run under way, and gives what becomes of it; undefined when it is not under way in this process. */
  cancel(runId: string): Promise<Run> | undefined {
    this.#moves.get(runId)?.limit?.abort(CANCELLED);
    return this.#underWay.get(runId);
  }

  /** Takes no new run any more. */
  stop(): void {
    this.#stopping = true;
  }

  /** Waits for the runs under way; those that take longer keep what is stored and are left to whoever takes them up. */
  async shutdown(): Promise<void> {
    this.stop();
    const timer = setTimeout(() => this.#halt(), SHUTDOWN_WAIT_MS);
    await Promise.allSettled(this.#underWay.values());
    clearTimeout(timer);
  }

  #halt(): void {
    this.#halted = true;
    for (const { recorder, limit } of this.#moves.values()) {
      recorder.flush().catch(() => undefined); // what is known so far; a store that is away keeps no shutdown
      limit?.abort(new Error('The service is shutting down'));
    }
  }

  async #tracked(move: Move, caller: AbortSignal, isResumed: boolean): Promise<Run> {
    const { id } = move.run;
    const work = this.#advance(move, caller, isResumed);
    this.#underWay.set(id, work);
    try {
      return await work;
    } catch (error) {
      if (error instanceof RunConflictError || error instanceof ConversationBusyError) this.leases.drop(id, move.lease);
      throw error;
    } finally {
      this.#underWay.delete(id);
    }
  }

  #leaseOf({ id }: Run): HeldLease {
    const lease = this.leases.of(id);
    if (!lease) throw takenAway(id);
    return lease;
  }

  /** The next flush reports a fault again; of a run that somebody else has, nothing is done until then. */
  #recorder(lease: HeldLease): RunRecorder {
    const onFault = (error: unknown): void => {
      if (!(error instanceof RunConflictError)) return;
      lease.isLost = true;
      lease.onLost();
    };
    return new RunRecorder(this.store, this.options.observers, this.feed, lease, this.leases, onFault);
  }

  async #advance(move: Move, caller: AbortSignal, isResumed: boolean): Promise<Run> {
    const { run, recorder, lease } = move;
    const agent = this.agents.find(run.agent);
    if (!agent) return this.#end(run, recorder, gone('agent_gone', `Agent "${run.agent}" is no longer registered`));
    if (!this.parser.has(run.protocol))
      return this.#end(run, recorder, gone('protocol_gone', `This version has no protocol "${run.protocol}"`));
    const limit = deadline(caller, run.limits.deadlineMs - run.activeMs);
    move.limit = limit;
    lease.onLost = () => limit.abort(TAKEN_AWAY);
    this.#moves.set(run.id, move);
    try {
      const pulling = this.#pull(move, runAgent(run, { ...this.parts.of(move, agent), isResumed }, limit.signal));
      if (await ignoresAbort(pulling, limit.signal)) await this.#leave(move, limit.signal);
    } catch (error) {
      await this.#failed(move, error);
    } finally {
      limit.abort(RUN_OVER); // whatever still hangs on the signal lets go
      limit.dispose();
      this.#moves.delete(run.id);
      if (this.#halted) await this.#checkpoint(move);
      recorder.abandon();
      this.parts.release(run.id);
    }
    return move.run;
  }

  /** What is known of a run that the shutdown halted is stored, and the next process may take it up at once. */
  async #checkpoint({ run, recorder }: Move): Promise<void> {
    await recorder.flush().catch(() => undefined);
    if (!run.outcome && !isWaiting(run)) await this.leases.giveBack([run.id]);
  }

  async #pull(move: Move, events: AsyncIterable<RunEvent>): Promise<void> {
    for await (const event of events) {
      if (this.#halted || move.isLeft) return; // what the halt did to the run is not what became of it
      if (move.lease.isLost) throw takenAway(move.run.id);
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
    if (move.lease.isLost) throw takenAway(move.run.id);
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
    return this.#add(run, recorder, await endOf(run, outcome, this.store.effects));
  }

  async #add(run: Run, recorder: RunRecorder, facts: readonly Fact[]): Promise<Run> {
    let after = run;
    for (const fact of facts) {
      const event: RunEvent = { runId: run.id, seq: after.seq + 1, at: Date.now(), ...asStored(fact) };
      after = apply(after, event);
      recorder.add(event, after);
    }
    try {
      await recorder.flush();
    } finally {
      recorder.abandon();
    }
    return after;
  }
}

const gone = (code: string, message: string): Outcome => ({ status: 'failed', code, message });

/** Made once: an error for each run would have its stack taken. */
const RUN_OVER = new Error('The run is over');
const TAKEN_AWAY = new Error('Another process has the run');
const CANCELLED = new Error('The run was cancelled');
