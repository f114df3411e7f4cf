import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { BadRequestError, OverloadedError, RunNotFoundError } from '../core/errors';
import type { Model } from '../core/model';
import { toReActResult, type ReActResult } from '../core/react-result';
import { fold, apply, type Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { RunPage, RunQuery, RunStore } from '../core/run-store';
import type { AgentOptions } from './agent-options';
import { AgentRegistry, clamped } from './agent-registry';
import type { AskRequest } from './ask-request';
import { followRun } from './follow-run';
import { OutputParser } from './output-parser';
import { RunFeed } from './run-feed';
import { RunMover } from './run-mover';
import { AGENT_OPTIONS, MODEL, RUN_STORE } from './tokens';

/** Tenant of requests while no keys are configured. */
export const DEFAULT_TENANT = 'default';

/** How many questions and answers of a conversation a new run starts with. */
const HISTORY_RUNS = 10;

/** How many interrupted runs are taken up at the same time after a start. */
const RECOVERY_WIDTH = 4;

/** Starts, moves and reads runs. Holds no run state: that is the fold of a run's events. */
@Injectable()
export class ReActAgentService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger('ReActAgent');
  #recovery: Promise<void> = Promise.resolve();

  constructor(
    @Inject(AGENT_OPTIONS) private readonly options: AgentOptions,
    @Inject(RUN_STORE) private readonly store: RunStore,
    @Inject(MODEL) private readonly model: Model,
    @Inject(AgentRegistry) private readonly agents: AgentRegistry,
    @Inject(OutputParser) private readonly parser: OutputParser,
    @Inject(RunMover) private readonly mover: RunMover,
    @Inject(RunFeed) private readonly feed: RunFeed,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.agents.load();
    const unfinished = await this.store.unfinished();
    if (unfinished.length > 0) this.#logger.warn({ runs: unfinished.length }, 'taking up runs that a stop interrupted');
    const queue = unfinished.values(); // shared by the lanes below
    const lane = async (): Promise<void> => {
      for (const { tenant, runId } of queue) await this.#takeUp(tenant, runId);
    };
    this.#recovery = Promise.all(Array.from({ length: RECOVERY_WIDTH }, lane)).then(() => undefined);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.mover.shutdown();
    await this.#recovery;
  }

  /**
   * Runs a question to its end, or to an approval, and returns the whole run. A run that fails is a result too, with status
   * `failed`.
   * @throws BadRequestError for an unknown agent or protocol; StoreError when the run cannot be stored.
   */
  async ask(request: AskRequest, signal?: AbortSignal): Promise<ReActResult> {
    return toReActResult(await this.run(request, signal));
  }

  /** `ask` for a surface that renders the run itself. */
  async run(request: AskRequest, signal?: AbortSignal): Promise<Run> {
    return (await this.begin(request, signal)).ended;
  }

  /** Starts a run and does not wait for its end. @throws what `ask` throws; `ended` rejects when the run cannot be stored. */
  async begin(
    request: AskRequest,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<{ runId: string; ended: Promise<Run> }> {
    const { event, state } = await this.#newRun(request);
    return { runId: state.id, ended: this.mover.start(event, state, signal) };
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
    return followRun({ store: this.store, feed: this.feed }, { tenant, runId, afterSeq }, signal);
  }

  /** The run so far. @throws RunNotFoundError, also for another tenant's run. */
  async result(runId: string, tenant = DEFAULT_TENANT): Promise<ReActResult> {
    return toReActResult(fold(await this.events(runId, tenant)));
  }

  /** The facts so far, in order. @throws RunNotFoundError */
  async events(runId: string, tenant = DEFAULT_TENANT): Promise<RunEvent[]> {
    const events: RunEvent[] = [];
    for await (const event of this.store.events(tenant, runId)) events.push(event);
    if (events.length === 0) throw new RunNotFoundError(`No run ${runId.slice(0, 64)}`);
    return events;
  }

  /** Newest first. */
  list(query: Omit<RunQuery, 'tenant'>, tenant = DEFAULT_TENANT): Promise<RunPage> {
    return this.store.list({ ...query, tenant });
  }

  async #newRun(request: AskRequest): Promise<{ event: RunEvent; state: Run }> {
    if (this.mover.isStopping) throw new OverloadedError('The service is shutting down');
    const { definition, protocol, limits } = this.agents.get(request.agent);
    const tenant = request.tenant ?? DEFAULT_TENANT;
    const { conversationId } = request;
    const event: RunEvent = {
      runId: uuidv7(),
      seq: 1,
      at: Date.now(),
      type: 'run.started',
      tenant,
      agent: definition.name,
      model: this.model.name,
      protocol: request.protocol === undefined ? protocol : this.#protocolOf(request.protocol),
      language: definition.language ?? 'en',
      question: request.question,
      history: conversationId === undefined ? [] : await this.#history(tenant, conversationId),
      limits: clamped({ ...limits, ...request.limits }, this.options.limits),
      ...(this.options.clock !== undefined && { clock: this.options.clock }),
      timeZone: this.options.timeZone,
      ...(conversationId !== undefined && { conversationId }),
    };
    return { event, state: apply(undefined, event) };
  }

  #protocolOf(name: string): string {
    try {
      return this.parser.protocol(name).name;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      throw new BadRequestError(detail, [{ pointer: '#/protocol', detail }]);
    }
  }

  /** Questions and answers of the conversation so far, oldest first, copied so that a run's log is complete on its own. */
  async #history(tenant: string, conversationId: string): Promise<{ role: 'user' | 'assistant'; content: string }[]> {
    const { items } = await this.store.list({ tenant, conversationId, limit: HISTORY_RUNS });
    return items.reverse().flatMap(({ question, finalAnswer }) =>
      finalAnswer === null
        ? []
        : [
            { role: 'user' as const, content: question },
            { role: 'assistant' as const, content: finalAnswer },
          ],
    );
  }

  /** A run that cannot be taken up stays as it is and stops nobody. */
  async #takeUp(tenant: string, runId: string): Promise<void> {
    if (this.mover.isStopping) return; // the next start takes it up
    try {
      await this.mover.resume(fold(await this.events(runId, tenant)));
    } catch (error) {
      this.#logger.error({ runId, err: error }, 'an interrupted run could not be taken up');
    }
  }
}
