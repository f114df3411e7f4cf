import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { OverloadedError, RunConflictError, RunEndedError } from '../core/errors';
import { isWaiting, type Action, type Run } from '../core/run';
import type { Fact } from '../core/run-event';
import type { RunStore } from '../core/run-store';
import { AgentRegistry } from './agent-registry';
import { DEFAULT_TENANT } from './ask-request';
import { ApprovalDecidedError, ApprovalNotFoundError } from './approval-errors';
import { bindingOf } from './approval-gate';
import { asStored } from './as-stored';
import { BackgroundRuns } from './background-runs';
import { checkDecision, wrongInput, type ApprovalDecision } from './check-decision';
import { loadRun } from './load-run';
import { RunLeases } from './run-leases';
import { RunMover } from './run-mover';
import { storeClock } from './store-clock';
import { RUN_STORE } from './tokens';

/** Which call is decided, and by whom. */
export interface DecidedCall {
  /** @default the tenant of those without a key */
  readonly tenant?: string;
  readonly runId: string;
  readonly callId: string;
  /** Who decides, as the surface knows them; recorded. */
  readonly by: string;
  /** Name of the key that decides, where callers have names: the run that goes on takes one of its places. */
  readonly askedBy?: string;
}

type Resolved = Extract<Fact, { type: 'approval.resolved' }>;

/** Looks at a run that somebody else holds before it could be decided, and the pause between two of them, in ms. */
const TRIES = 100;
const PAUSE_MS = 20;

/** Records what people decide, and what nobody decided in time. */
@Injectable()
export class Approvals {
  readonly #logger = new Logger('ReActAgent');

  constructor(
    @Inject(RUN_STORE) private readonly store: RunStore,
    @Inject(AgentRegistry) private readonly agents: AgentRegistry,
    @Inject(RunMover) private readonly mover: RunMover,
    @Inject(RunLeases) private readonly leases: RunLeases,
    @Inject(BackgroundRuns) private readonly background: BackgroundRuns,
  ) {}

  /**
   * Records a decision, as fact `seq`, and moves the run on unless another of its calls still waits. `ended` is the run when it
   * ends or waits again; a `signal` that is aborted cancels it.
   * @throws BadRequestError for a wrong decision or a wrong edited input: then nothing is decided; RunNotFoundError;
   * ApprovalNotFoundError; ApprovalDecidedError; RunEndedError; OverloadedError; StoreError
   */
  async decide(
    { tenant = DEFAULT_TENANT, runId, callId, by }: DecidedCall,
    decision: ApprovalDecision,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<{ seq: number; ended: Promise<Run> }> {
    checkDecision(by, decision);
    for (let tries = 1; tries <= TRIES; tries++) {
      const seen = await loadRun(this.store, tenant, runId);
      const action = waitingAction(seen, callId);
      const now = await storeClock(this.store);
      const fact = isExpired(action, now) ? undefined : await this.#resolution(seen, action, by, decision);
      const run = await this.#noted(seen, fact ? [fact] : expiredFacts(seen, now));
      if (run && fact) return { seq: run.seq, ended: isWaiting(run) ? Promise.resolve(run) : this.#goOn(run, signal) };
      if (run) {
        this.#leave(run);
        throw new ApprovalDecidedError(runId, 'expired');
      }
      await pause(PAUSE_MS); // somebody else decides, or another call of the step is about to ask as well
    }
    throw new OverloadedError('The call could not be decided now: another process holds its run');
  }

  /** Rejects the calls of a run whose time is over at `now`, and lets it go on; nothing happens while there is none. @throws StoreError */
  async expire(seen: Run, now: number): Promise<void> {
    const facts = expiredFacts(seen, now);
    const run = facts.length > 0 ? await this.#noted(seen, facts) : undefined;
    if (run) this.#leave(run);
  }

  /** For its turn: nobody waits for it. */
  #leave(run: Run): void {
    this.#logger.warn({ runId: run.id }, 'nobody decided about a call in time');
    if (!isWaiting(run)) this.background.add(run.tenant, run.id);
  }

  /**
   * The run with these facts, held by this process unless it still waits; undefined when it was not as it was seen, or somebody
   * holds it. Held before it is changed, so that nobody moves it in between; and only if nobody holds it, so that it is taken
   * from nobody who moves it.
   */
  async #noted(seen: Run, facts: readonly Resolved[]): Promise<Run | undefined> {
    if (this.mover.isStopping) throw new OverloadedError('The service is shutting down');
    const lease = await this.leases.seize(seen.tenant, seen.id, true);
    if (!lease) return undefined;
    try {
      return await this.mover.note(seen, facts);
    } catch (error) {
      if (this.leases.of(seen.id) === lease) await this.leases.giveBack([seen.id]);
      if (error instanceof RunConflictError) return undefined;
      throw error;
    }
  }

  async #resolution(run: Run, { call }: Action, by: string, decision: ApprovalDecision): Promise<Resolved> {
    const { approved, input, comment } = asStored(decision); // else the call would be bound to what is not in the log
    const fact = { type: 'approval.resolved', callId: call.id, approved, by } as const;
    const remark = comment === undefined ? {} : { comment };
    if (input === undefined) return { ...fact, ...remark };
    const checked = await this.agents.find(run.agent)?.tools.check(call.name, input);
    if (!checked?.ok) throw wrongInput(call.name, checked?.errors);
    return { ...fact, input, binding: bindingOf(run, call, checked.input), ...remark };
  }

  /** What the store fails is taken up again later by who holds the run; what somebody else took is read. */
  async #goOn(run: Run, signal: AbortSignal): Promise<Run> {
    try {
      return await this.mover.goOn(run, signal);
    } catch (error) {
      if (error instanceof RunConflictError) return loadRun(this.store, run.tenant, run.id);
      this.background.add(run.tenant, run.id);
      throw error;
    }
  }
}

/** @throws RunEndedError, ApprovalNotFoundError, ApprovalDecidedError */
function waitingAction(run: Run, callId: string): Action {
  const action = run.steps.flatMap(({ actions }) => actions).find(({ call }) => call.id === callId);
  if (action?.requestedAt === undefined) throw new ApprovalNotFoundError(run.id);
  if (action.state !== 'waiting')
    throw new ApprovalDecidedError(run.id, action.review?.expired ? 'expired' : 'decided', action.review);
  if (run.outcome) throw new RunEndedError(run.id);
  return action;
}

/** @param now epoch ms by the store's clock */
const expiredFacts = (run: Run, now: number): Resolved[] =>
  (run.steps.at(-1)?.actions ?? [])
    .filter((action) => action.state === 'waiting' && isExpired(action, now))
    .map(({ call }) => ({ type: 'approval.resolved', callId: call.id, approved: false, by: 'nobody', expired: true }));

const isExpired = ({ terms }: Action, now: number): boolean => terms !== undefined && terms.expiresAt <= now;
