import { randomUUID } from 'node:crypto';
import { PostgresAdapter, type Kysely } from 'kysely';
import { ConversationBusyError, StoreError } from '../core/errors';
import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { AcquiredRun, ConversationKey, Lease, LeaseHolder } from '../core/run-store';
import type { RunPage, RunQuery, RunStore } from '../core/run-store';
import { checkAppend, conflict } from './append-check';
import { AppendWriter, appendOf, UnknownOutcomeError, type Append } from './append-writer';
import { conversationOf, forgetRuns, openRuns } from './conversation-rows';
import { eventFrom, firstAfter } from './event-body';
import { deleteExpired } from './expired-runs';
import { GroupCommit, type GroupResult } from './group-commit';
import { LeaseRows } from './lease-rows';
import { migrate } from './migrate';
import { isUnreachable, retried } from './retried';
import { runOfRequest } from './request-rows';
import { filtersOf, pageOf, positionOf, type Position } from './run-list';
import type { StoreSchema } from './schema';
import { SqlEffects } from './sql-effects';
import { storableText } from './storable-text';
import { isLocked, storeFault } from './store-fault';

/** Rows read at a time: a slow reader must not hold the connection. */
const PAGE_ROWS = 100;

/** The facts of a step and the indexes that they touch are seldom more. */
const CHECK_BODY = '-'.repeat(32 * 1024);

/** Runs in an SQL database; what differs between databases is in `dialects.ts`. */
export class SqlStore implements RunStore {
  readonly #database: Kysely<StoreSchema>;
  readonly #writer: AppendWriter;
  readonly effects: SqlEffects;
  readonly isShared: boolean;
  readonly #leases: LeaseRows;
  readonly #commits = new GroupCommit<Append>((appends) => this.#commit(appends));
  #check?: Promise<void> | undefined;
  #closed?: Promise<void>;

  /** @param database with its tables up to date; the store closes it. `open` sees to both. */
  constructor(database: Kysely<StoreSchema>) {
    this.#database = database;
    this.#writer = new AppendWriter(database);
    this.effects = new SqlEffects(database);
    this.isShared = database.getExecutor().adapter instanceof PostgresAdapter;
    this.#leases = new LeaseRows(database);
  }

  /**
   * Brings the tables up to date, then gives the store, which can be written then.
   * @param isOnlyProcess true when no other process has the database open, so that the runs of one that died are free at once.
   * @throws StoreError
   */
  static async open<Schema>(database: Kysely<Schema>, { isOnlyProcess = false } = {}): Promise<SqlStore> {
    await migrate(database);
    const store = new SqlStore(database as unknown as Kysely<StoreSchema>); // its tables are there now, beside the caller's
    await store.ping();
    if (isOnlyProcess) await store.#written(() => store.#leases.lapseAll());
    return store;
  }

  async append(events: readonly RunEvent[], run: Run, lease?: Lease): Promise<void> {
    this.#checkOpen();
    if (events.length === 0) return;
    checkAppend(events, run);
    await this.#commits.add(appendOf(events, run, lease));
  }

  acquire(holder: LeaseHolder, limit: { most: number; except: readonly string[] }): Promise<AcquiredRun[]> {
    return this.#written(() => this.#leases.acquire(holder, limit));
  }

  seize(holder: LeaseHolder, tenant: string, runId: string, ifFree = false): Promise<number | undefined> {
    return this.#written(() => this.#leases.seize(holder, tenant, runId, ifFree));
  }

  renew(holder: LeaseHolder, runIds: readonly string[]): Promise<string[]> {
    return this.#written(() => this.#leases.renew(holder, runIds));
  }

  release(owner: string, runIds: readonly string[]): Promise<void> {
    return this.#written(() => this.#leases.release(owner, runIds));
  }

  now(): Promise<number> {
    return this.#read(() => this.#leases.now());
  }

  requested(tenant: string, key: string, since: number): Promise<{ runId: string; hash: string } | undefined> {
    return this.#written(() => runOfRequest(this.#database, tenant, key, since));
  }

  async *events(tenant: string, runId: string, afterSeq = 0): AsyncGenerator<RunEvent> {
    const [owner, id] = [storableText(tenant), storableText(runId)];
    for (let seq = firstAfter(afterSeq); ;) {
      const rows = await this.#read(() => this.#rowsFrom(owner, id, seq));
      for (const { body } of rows) yield eventFrom(body, id, seq++); // numbers have no gap, so a missing row is seen too
      if (rows.length < PAGE_ROWS) return;
    }
  }

  async list(query: RunQuery): Promise<RunPage> {
    const position = positionOf(query);
    const rows = await this.#read(() => this.#runsAfter(query, position));
    const found = rows.map(({ run_id, started_at, summary }) => ({
      runId: run_id,
      startedAt: Number(started_at), // Postgres gives a bigint as text
      summary,
    }));
    return pageOf(found, query.limit);
  }

  async unfinished(of?: ConversationKey): Promise<{ tenant: string; runId: string }[]> {
    const rows = await this.#read(() => openRuns(this.#database, of && conversationOf(of)).execute());
    return rows.map(({ tenant, run_id }) => ({ tenant, runId: run_id }));
  }

  forget(conversation: ConversationKey): Promise<number> {
    return this.#written(() => forgetRuns(this.#database, conversationOf(conversation)));
  }

  deleteExpired(before: number, most: number): Promise<number> {
    return this.#written(() => deleteExpired(this.#database, before, most));
  }

  /** Calls at the same time share one write. */
  ping(): Promise<void> {
    this.#check ??= this.#writeCheck().finally(() => (this.#check = undefined));
    return this.#check;
  }

  /** Waits for the appends under way. */
  close(): Promise<void> {
    this.#closed ??= this.#commits.drained().then(() => this.#database.destroy());
    return this.#closed;
  }

  /** The new row is written before the old one goes, so that each check needs room of its own, as an append does. */
  async #writeCheck(): Promise<void> {
    await this.#written(() => this.#storeCheck(randomUUID()));
  }

  #storeCheck(check_id: string): Promise<void> {
    return this.#database.transaction().execute(async (transaction) => {
      await transaction.insertInto('store_checks').values({ check_id, body: CHECK_BODY }).execute();
      await transaction.deleteFrom('store_checks').where('check_id', '<>', check_id).execute();
    });
  }

  #rowsFrom(tenant: string, runId: string, seq: number) {
    return this.#database
      .selectFrom('run_events as event')
      .innerJoin('runs as run', 'run.run_id', 'event.run_id')
      .select('event.body')
      .where('run.tenant', '=', tenant)
      .where('event.run_id', '=', runId)
      .where('event.seq', '>=', seq)
      .orderBy('event.seq')
      .limit(PAGE_ROWS)
      .execute();
  }

  #runsAfter(query: RunQuery, position: Position | undefined) {
    const { tenant, agent, status, conversationId } = filtersOf(query);
    let rows = this.#database
      .selectFrom('runs')
      .select(['run_id', 'started_at', 'summary'])
      .where('tenant', '=', tenant);
    if (agent !== undefined) rows = rows.where('agent', '=', agent);
    if (status !== undefined) rows = rows.where('status', '=', status);
    if (conversationId !== undefined) rows = rows.where('conversation_id', '=', conversationId);
    if (position) {
      const { startedAt, runId } = position;
      rows = rows.where((where) => where(where.refTuple('started_at', 'run_id'), '<', where.tuple(startedAt, runId)));
    }
    return rows
      .orderBy('started_at', 'desc')
      .orderBy('run_id', 'desc')
      .limit(query.limit + 1)
      .execute();
  }

  async #commit(appends: readonly Append[]): Promise<GroupResult> {
    try {
      const written = await this.#write(appends);
      return await Promise.all(
        appends.map(async (append, index) => (written[index] ? undefined : this.#refused(append))),
      );
    } catch (error) {
      const fault = storeFault(error, 'written');
      // waited for already: not again for each of them
      if (isLocked(error) || isUnreachable(error)) return appends.map(() => fault);
      throw fault;
    }
  }

  /** What a lost connection left open is found out by a second try, whose conflict with the first is none. */
  #write(appends: readonly Append[]): Promise<boolean[]> {
    return retried(async () => {
      try {
        return await this.#writer.write(appends);
      } catch (error) {
        if (!(error instanceof UnknownOutcomeError)) throw error;
        return this.#writer.write(appends); // also after a silence, which is not tried again otherwise
      }
    });
  }

  /** Never rejects: the others of its group are written. */
  #refused(append: Append): Promise<Error | undefined> {
    return this.#refusal(append).catch((error: unknown) => storeFault(error, 'written'));
  }

  /** Why an append was not written; undefined when it was now, because what stood in the way has ended meanwhile. */
  async #refusal(append: Append): Promise<Error | undefined> {
    const { run_id, tenant, conversation_id } = append.run;
    const refused = conflict(run_id, append.firstSeq);
    if (append.firstSeq > 1 || conversation_id === null) return refused;
    const open = await openRuns(this.#database, { tenant, conversationId: conversation_id }).execute();
    const [other] = open.filter((row) => row.run_id !== run_id);
    if (other) return new ConversationBusyError(other.run_id);
    const [isWritten] = await this.#write([append]);
    return isWritten ? undefined : refused;
  }

  /** @param write whose work done twice comes to the same as done once */
  async #written<Result>(write: () => Promise<Result>): Promise<Result> {
    this.#checkOpen();
    try {
      return await retried(write);
    } catch (error) {
      throw storeFault(error, 'written');
    }
  }

  async #read<Rows>(query: () => Promise<Rows>): Promise<Rows> {
    this.#checkOpen();
    try {
      return await retried(query);
    } catch (error) {
      throw storeFault(error, 'read');
    }
  }

  #checkOpen(): void {
    if (this.#closed) throw new StoreError('The store is closed');
  }
}
