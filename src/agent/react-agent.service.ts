import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { BadRequestError, ConversationBusyError, OverloadedError, RunConflictError } from '../core/errors';
import type { Model } from '../core/model';
import { statusOf, toReActResult, type ReActResult, type RunStatus } from '../core/react-result';
import { apply, type Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { RunPage, RunQuery, RunStore, RunSummary } from '../core/run-store';
import type { AgentOptions } from './agent-options';
import { AgentRegistry, type RegisteredAgent } from './agent-registry';
import { Approvals, type DecidedCall } from './approvals';
import type { ApprovalDecision } from './check-decision';
import { callerOf, DEFAULT_TENANT, type AskRequest } from './ask-request';
import { BackgroundRuns } from './background-runs';
import { cancelRun } from './cancel-run';
import { checkAskRequest } from './check-ask-request';
import type { History } from './conversation-history';
import { Conversations } from './conversations';
import { endAnywhere } from './end-anywhere';
import { FailedEnds } from './failed-ends';
import { firstEvent } from './first-event';
import { followRun } from './follow-run';
import { loadEvents, loadRun } from './load-run';
import { OutputParser } from './output-parser';
import { RequestKeys } from './request-keys';
import { RunFeed } from './run-feed';
import { RunLeases } from './run-leases';
import { RunMover } from './run-mover';
import { RunSlots } from './run-slots';
import { AGENT_OPTIONS, MODEL, RUN_STORE } from './tokens';

/** A run of which nothing is stored yet. */
interface NewRun {
  readonly event: RunEvent;
  readonly state: Run;
  /** Lets the next run into the conversation; due once the store knows of this one, or never will. */
  readonly leave: () => void;
}

type Decided = ReturnType<Approvals['decide']>;

/** Starts, moves and reads runs. Holds no run state: that is the fold of a run's events. */
@Injectable()
export class ReActAgentService implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  readonly #failedEnds: FailedEnds;
  readonly #requestKeys: RequestKeys;
  readonly #slots: RunSlots;

  constructor(
    @Inject(AGENT_OPTIONS) private readonly options: AgentOptions,
    @Inject(RUN_STORE) private readonly store: RunStore,
    @Inject(MODEL) private readonly model: Model,
    @Inject(AgentRegistry) private readonly agents: AgentRegistry,
    @Inject(OutputParser) private readonly parser: OutputParser,
    @Inject(RunMover) private readonly mover: RunMover,
    @Inject(RunFeed) private readonly feed: RunFeed,
    @Inject(BackgroundRuns) private readonly background: BackgroundRuns,
    @Inject(Approvals) private readonly approvals: Approvals,
    @Inject(Conversations) private readonly conversations: Conversations,
    @Inject(RunLeases) private readonly leases: RunLeases,
  ) {
    this.#failedEnds = new FailedEnds(store, leases, mover);
    this.#requestKeys = new RequestKeys(store);
    this.#slots = new RunSlots(options.foreground);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.agents.load();
    await this.background.recover();
  }

  /** Nest calls this hook of all modules before it waits for any of them to finish its work. */
  onModuleDestroy(): void {
    this.mover.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.mover.shutdown(), this.background.close()]);
    this.#failedEnds.stop();
    await this.leases.close();
    this.feed.close();
  }

  /**
   * Runs a question to its end, or to an approval, and returns the whole run. A run that fails is a result too, with status
   * `failed`.
   * @throws BadRequestError for an unknown agent or protocol; StoreError when the run cannot be stored; with a `requestKey`
   * RepeatedRequestError and RequestKeyReusedError.
   */
  async ask(request: AskRequest, signal?: AbortSignal): Promise<ReActResult> {
    return toReActResult(await this.run(request, signal));
  }

  /** `ask` for a surface that renders the run itself. */
  async run(request: AskRequest, signal?: AbortSignal): Promise<Run> {
    return (await this.begin(request, signal)).ended;
  }

  /** Starts a run and does not wait for its end. @throws what `ask` throws; `ended` rejects when the run cannot be stored. */
  begin(
    request: AskRequest,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<{ runId: string; ended: Promise<Run> }> {
    return this.#requestKeys.once(request, () =>
      this.#slots.hold(callerOf(request), signal, () => this.#begun(request, signal)),
    );
  }

  async #begun(request: AskRequest, signal: AbortSignal): Promise<{ runId: string; ended: Promise<Run> }> {
    const { event, state, leave } = await this.#newRun(request);
    // stored before it begins, so that an equal request knows of it
    if (request.requestKey) await this.mover.record(event, state).finally(leave);
    const moved = request.requestKey ? this.mover.resume(state, signal) : this.mover.start(event, state, signal);
    moved.then(leave, (error: unknown) => {
      leave();
      const isElsewhere = error instanceof RunConflictError || error instanceof ConversationBusyError;
      if (!isElsewhere) this.#failedEnds.add(state.tenant, state.id);
    });
    const { store, mover, leases, background } = this;
    const cancel = (): Promise<Run> => cancelRun({ store, mover, leases, background }, state.tenant, state.id);
    const sources = { store, mover, cancel };
    return { runId: state.id, ended: endAnywhere(moved, sources, state, signal) };
  }

  /**
   * Stores a run that is moved in the background, whoever leaves meanwhile, and after a restart too.
   * @throws OverloadedError when too many wait already; what `ask` throws. Nothing is stored then.
   */
  enqueue(request: AskRequest): Promise<{ runId: string; status: RunStatus }> {
    return this.#requestKeys.once(request, () => this.#enqueued(request));
  }

  async #enqueued(request: AskRequest): Promise<{ runId: string; status: RunStatus }> {
    const giveBack = this.background.reserve();
    try {
      const { event, state, leave } = await this.#newRun(request);
      await this.mover.record(event, state).finally(leave);
      this.background.add(state.tenant, state.id, callerOf(request));
      return { runId: state.id, status: statusOf(state) };
    } finally {
      giveBack();
    }
  }

  /**
   * Ends a run as cancelled, wherever it stands; its model call and its tools are aborted. Of two decisions the first one counts.
   * @throws RunNotFoundError; RunEndedError when it had ended; OverloadedError while the service is shutting down; StoreError
   */
  async cancel(runId: string, tenant = DEFAULT_TENANT): Promise<ReActResult> {
    const { store, mover, leases, background } = this;
    return toReActResult(await cancelRun({ store, mover, leases, background }, tenant, runId));
  }

  /**
   * Decides about a call that waits for a person. The run goes on in a place like that of an `ask`.
   * @throws OverloadedError when none becomes free in time: then nothing is decided; what Approvals.decide throws
   */
  decide(call: DecidedCall, decision: ApprovalDecision, signal?: AbortSignal): Decided {
    const heeded = signal ?? new AbortController().signal;
    return this.#slots.hold(callerOf(call), heeded, () => this.approvals.decide(call, decision, heeded));
  }

  /**
   * The events of a run after `afterSeq`: stored facts, then live ones and previews, without a gap or a double, until the run
   * ends or `signal` is aborted. An unknown run has none until it begins.
   */
  follow(
    runId: string,
    signal: AbortSignal,
    { tenant = DEFAULT_TENANT, afterSeq = 0 }: { tenant?: string | undefined; afterSeq?: number } = {},
  ): AsyncIterable<RunEvent> {
    const isHere = (id: string): boolean => this.mover.isMoving(id);
    return followRun({ store: this.store, feed: this.feed, isHere }, { tenant, runId, afterSeq }, signal);
  }

  /** The run so far. @throws RunNotFoundError, also for another tenant's run. */
  async result(runId: string, tenant = DEFAULT_TENANT): Promise<ReActResult> {
    return toReActResult(await loadRun(this.store, tenant, runId));
  }

  /** The facts so far, in order. @throws RunNotFoundError */
  events(runId: string, tenant = DEFAULT_TENANT): Promise<RunEvent[]> {
    return loadEvents(this.store, tenant, runId);
  }

  /** Newest first. */
  list(query: Omit<RunQuery, 'tenant'>, tenant = DEFAULT_TENANT): Promise<RunPage> {
    return this.store.list({ ...query, tenant });
  }

  /** The runs of a conversation, oldest first. @throws ConversationNotFoundError when it has none */
  conversation(conversationId: string, tenant = DEFAULT_TENANT): Promise<RunSummary[]> {
    return this.conversations.read({ tenant, conversationId });
  }

  /** Deletes a conversation's runs and their events. @throws ConversationNotFoundError; ConversationBusyError while one has not ended */
  forget(conversationId: string, tenant = DEFAULT_TENANT): Promise<void> {
    return this.conversations.forget({ tenant, conversationId });
  }

  async #newRun(request: AskRequest): Promise<NewRun> {
    this.#refuseWhenStopping();
    checkAskRequest(request);
    const agent = this.agents.get(request.agent);
    const protocol = request.protocol === undefined ? agent.protocol : this.#protocolOf(request.protocol);
    const { tenant = DEFAULT_TENANT, conversationId } = request;
    const runId = uuidv7();
    if (conversationId === undefined) return this.#started(runId, request, agent, protocol);
    const { history, leave } = await this.conversations.enter({ tenant, conversationId }, runId);
    try {
      this.#refuseWhenStopping();
      return { ...this.#started(runId, request, agent, protocol, history), leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  #started(
    runId: string,
    request: AskRequest,
    agent: RegisteredAgent,
    protocol: string,
    { messages: history, untrustedFrom }: History = { messages: [] },
  ): NewRun {
    const { options, model } = this;
    const event = firstEvent(runId, request, { agent, protocol, history, untrustedFrom, model: model.name, options });
    return { event, state: apply(undefined, event), leave: () => undefined };
  }

  #refuseWhenStopping(): void {
    if (this.mover.isStopping) throw new OverloadedError('The service is shutting down');
  }

  #protocolOf(name: string): string {
    try {
      return this.parser.choice(name);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      throw new BadRequestError(detail, [{ pointer: '#/protocol', detail }]);
    }
  }
}
