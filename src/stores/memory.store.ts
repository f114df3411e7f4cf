import { ConversationBusyError, StoreError } from '../core/errors';
import { statusOf, summaryOf } from '../core/react-result';
import { fold, type Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { AcquiredRun, ConversationKey, Lease, LeaseHolder } from '../core/run-store';
import type { RunPage, RunQuery, RunStore } from '../core/run-store';
import { checkAppend, conflict } from './append-check';
import { eventFrom, firstAfter } from './event-body';
import { getsOn, isMoving, MOVING, OPEN } from './lease-rules';
import { MemoryLeases } from './memory-leases';
import { filtersOf, pageOf, positionOf, type Filters, type ListRow, type Position } from './run-list';
import { storableJson, storableText } from './storable-text';

interface StoredRun extends Position {
  readonly tenant: string;
  readonly agent: string;
  readonly conversationId?: string;
  request?: { readonly key: string; readonly hash: string } | undefined;
  status: string;
  /** Epoch ms. */
  lastAt: number;
  /** JSON, so that a reader cannot change what is stored; index 0 is `seq` 1. */
  readonly bodies: string[];
}

/** Keeps runs in this process only: for tests, and for trying things out. Behaves like `SqlStore`. */
export class MemoryStore implements RunStore {
  readonly #runs = new Map<string, StoredRun>();
  readonly #leases = new MemoryLeases();
  #isClosed = false;

  async append(events: readonly RunEvent[], run: Run, lease?: Lease): Promise<void> {
    this.#checkOpen();
    const [first] = events;
    if (!first) return;
    checkAppend(events, run);
    const stored = this.#find(run, first.seq);
    const { runId, bodies: earlier } = stored;
    if (earlier.length === 0 && !run.outcome) this.#checkConversation(stored);
    const request = first.type === 'run.started' ? first.request : undefined;
    if (request && this.#ofRequest(stored.tenant, request.key)) throw conflict(runId, first.seq);
    if (earlier.length > 0 && !this.#leases.fits(runId, lease)) throw conflict(runId, first.seq);
    const bodies = events.map(storableJson); // may throw: nothing is stored then
    stored.bodies.push(...bodies);
    stored.status = statusOf(run);
    stored.request ??= request;
    stored.lastAt = run.lastAt;
    this.#runs.set(runId, stored);
    this.#leases.keep(runId, lease, isMoving(run), events.some(getsOn));
  }

  async requested(tenant: string, key: string, since: number): Promise<{ runId: string; hash: string } | undefined> {
    this.#checkOpen();
    const run = this.#ofRequest(storableText(tenant), key);
    if (run?.request && run.startedAt > since) return { runId: run.runId, hash: run.request.hash };
    if (run) run.request = undefined;
    return undefined;
  }

  #ofRequest(tenant: string, key: string): StoredRun | undefined {
    return [...this.#runs.values()].find((run) => run.tenant === tenant && run.request?.key === key);
  }

  async acquire(
    holder: LeaseHolder,
    { most, except }: { most: number; except: readonly string[] },
  ): Promise<AcquiredRun[]> {
    this.#checkOpen();
    const free = [...this.#runs.values()].filter(
      ({ runId, status }) => isOneOf(MOVING, status) && !except.includes(runId) && this.#leases.isFree(runId),
    );
    return oldestFirst(free)
      .slice(0, most)
      .map(({ tenant, runId }) => ({ tenant, runId, ...this.#leases.takeFree(runId, holder) }));
  }

  async seize(holder: LeaseHolder, tenant: string, runId: string, ifFree = false): Promise<number | undefined> {
    this.#checkOpen();
    const run = this.#runs.get(storableText(runId));
    if (run?.tenant !== storableText(tenant) || !isOneOf(OPEN, run.status)) return undefined;
    if (ifFree && !this.#leases.isFree(run.runId)) return undefined;
    return this.#leases.take(run.runId, holder);
  }

  async renew(holder: LeaseHolder, runIds: readonly string[]): Promise<string[]> {
    this.#checkOpen();
    return runIds.filter((runId) => this.#leases.renew(storableText(runId), holder));
  }

  async release(owner: string, runIds: readonly string[]): Promise<void> {
    this.#checkOpen();
    for (const runId of runIds) this.#leases.release(storableText(runId), owner);
  }

  /** @throws ConversationBusyError */
  #checkConversation({ tenant, conversationId }: StoredRun): void {
    if (conversationId === undefined) return;
    const open = this.#runsOf({ tenant, conversationId }).find(({ status }) => isOneOf(OPEN, status));
    if (open) throw new ConversationBusyError(open.runId);
  }

  /** The stored run that goes on with `seq`, or a new one. @throws RunConflictError */
  #find(run: Run, seq: number): StoredRun {
    const runId = storableText(run.id);
    const tenant = storableText(run.tenant);
    const stored = this.#runs.get(runId);
    if (seq !== (stored?.bodies.length ?? 0) + 1 || (stored && stored.tenant !== tenant)) throw conflict(runId, seq);
    return (
      stored ?? {
        runId,
        tenant,
        agent: storableText(run.agent),
        ...(run.conversationId !== undefined && { conversationId: storableText(run.conversationId) }),
        startedAt: run.startedAt,
        status: statusOf(run),
        lastAt: run.lastAt,
        bodies: [],
      }
    );
  }

  async *events(tenant: string, runId: string, afterSeq = 0): AsyncGenerator<RunEvent> {
    const [owner, id] = [storableText(tenant), storableText(runId)];
    for (let seq = firstAfter(afterSeq); ; seq++) {
      this.#checkOpen();
      const run = this.#runs.get(id);
      const body = run?.tenant === owner ? run.bodies[seq - 1] : undefined;
      if (body === undefined) return;
      yield eventFrom(body, id, seq);
    }
  }

  async list(query: RunQuery): Promise<RunPage> {
    this.#checkOpen();
    const position = positionOf(query);
    const filters = filtersOf(query);
    const rows = [...this.#runs.values()].filter((run) => matches(run, filters) && isAfter(run, position));
    return pageOf(
      rows
        .sort(newestFirst)
        .slice(0, query.limit + 1)
        .map(listRow),
      query.limit,
    );
  }

  async unfinished(of?: ConversationKey): Promise<{ tenant: string; runId: string }[]> {
    this.#checkOpen();
    const open = (of ? this.#runsOf(of) : [...this.#runs.values()]).filter(({ status }) => isOneOf(OPEN, status));
    return oldestFirst(open).map(({ tenant, runId }) => ({ tenant, runId }));
  }

  async forget(conversation: ConversationKey): Promise<number> {
    const [open] = await this.unfinished(conversation);
    if (open) throw new ConversationBusyError(open.runId);
    return this.#delete(this.#runsOf(conversation));
  }

  async deleteExpired(before: number, most: number): Promise<number> {
    this.#checkOpen();
    const expired = [...this.#runs.values()].filter(({ status, lastAt }) => !isOneOf(OPEN, status) && lastAt < before);
    return this.#delete(expired.sort((a, b) => a.lastAt - b.lastAt || (a.runId < b.runId ? -1 : 1)).slice(0, most));
  }

  #delete(runs: readonly StoredRun[]): number {
    for (const { runId } of runs) {
      this.#runs.delete(runId);
      this.#leases.forget(runId);
    }
    return runs.length;
  }

  #runsOf({ tenant, conversationId }: ConversationKey): StoredRun[] {
    const filters = { tenant: storableText(tenant), conversationId: storableText(conversationId) };
    return [...this.#runs.values()].filter((run) => matches(run, filters));
  }

  async ping(): Promise<void> {
    this.#checkOpen();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new StoreError('The store is closed');
  }
}

/** The summary is made when it is asked for: a run is appended to many times and seldom listed. */
function listRow({ runId, startedAt, bodies }: StoredRun): ListRow {
  const run = fold(bodies.map((body, index) => eventFrom(body, runId, index + 1)));
  return { runId, startedAt, summary: storableJson(summaryOf(run)) };
}

const isOneOf = (statuses: readonly string[], status: string): boolean => statuses.includes(status);

const oldestFirst = (runs: StoredRun[]): StoredRun[] => runs.sort((a, b) => newestFirst(b, a));

const matches = (run: StoredRun, { tenant, agent, status, conversationId }: Filters): boolean =>
  run.tenant === tenant &&
  (agent === undefined || run.agent === agent) &&
  (status === undefined || run.status === status) &&
  (conversationId === undefined || run.conversationId === conversationId);

const isAfter = (run: Position, position: Position | undefined): boolean =>
  position === undefined || newestFirst(run, position) > 0;

const newestFirst = (a: Position, b: Position): number =>
  b.startedAt - a.startedAt || (a.runId < b.runId ? 1 : a.runId > b.runId ? -1 : 0);
