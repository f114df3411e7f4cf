import { StoreError } from '../core/errors';
import { statusOf, summaryOf } from '../core/react-result';
import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { RunPage, RunQuery, RunStore } from '../core/run-store';
import { checkAppend, conflict } from './append-check';
import { eventFrom, firstAfter } from './event-body';
import { filtersOf, pageOf, positionOf, type Filters, type ListRow, type Position } from './run-list';
import { storableJson, storableText } from './storable-text';

interface StoredRun extends ListRow {
  readonly tenant: string;
  readonly agent: string;
  readonly status: string;
  readonly conversationId?: string;
  readonly isFinished: boolean;
  /** JSON, so that a reader cannot change what is stored; index 0 is `seq` 1. */
  readonly bodies: readonly string[];
}

/** Keeps runs in this process only: for tests, and for trying things out. Behaves like `SqlStore`. */
export class MemoryStore implements RunStore {
  readonly #runs = new Map<string, StoredRun>();
  #isClosed = false;

  async append(events: readonly RunEvent[], run: Run): Promise<void> {
    this.#checkOpen();
    const [first] = events;
    if (!first) return;
    checkAppend(events, run);
    const runId = storableText(run.id);
    const tenant = storableText(run.tenant);
    const before = this.#runs.get(runId);
    const lastSeq = before?.bodies.length ?? 0;
    if (first.seq !== lastSeq + 1 || (before && before.tenant !== tenant)) throw conflict(runId, first.seq);
    this.#runs.set(runId, {
      runId,
      tenant,
      agent: storableText(run.agent),
      status: statusOf(run),
      ...(run.conversationId !== undefined && { conversationId: storableText(run.conversationId) }),
      isFinished: run.outcome !== undefined,
      startedAt: run.startedAt,
      summary: storableJson(summaryOf(run)),
      bodies: [...(before?.bodies ?? []), ...events.map(storableJson)],
    });
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
    return pageOf(rows.sort(newestFirst).slice(0, query.limit + 1), query.limit);
  }

  async unfinished(): Promise<{ tenant: string; runId: string }[]> {
    this.#checkOpen();
    const open = [...this.#runs.values()].filter(({ isFinished }) => !isFinished);
    return open.sort((a, b) => newestFirst(b, a)).map(({ tenant, runId }) => ({ tenant, runId }));
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

const matches = (run: StoredRun, { tenant, agent, status, conversationId }: Filters): boolean =>
  run.tenant === tenant &&
  (agent === undefined || run.agent === agent) &&
  (status === undefined || run.status === status) &&
  (conversationId === undefined || run.conversationId === conversationId);

const isAfter = (run: Position, position: Position | undefined): boolean =>
  position === undefined || newestFirst(run, position) > 0;

const newestFirst = (a: Position, b: Position): number =>
  b.startedAt - a.startedAt || (a.runId < b.runId ? 1 : a.runId > b.runId ? -1 : 0);
