import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { StoreError } from '../core/errors';
import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { ConversationKey, RunPage, RunQuery, RunStore } from '../core/run-store';
import { checkAppend, conflict } from './append-check';
import { AppendWriter, appendOf, type Append } from './append-writer';
import { conversationOf, forgetRuns, openRuns } from './conversation-rows';
import { eventFrom, firstAfter } from './event-body';
import { GroupCommit, type GroupResult } from './group-commit';
import { migrate } from './migrate';
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
  readonly #commits = new GroupCommit<Append>((appends) => this.#commit(appends));
  #check?: Promise<void> | undefined;
  #closed?: Promise<void>;

  /** @param database with its tables up to date; the store closes it. `open` sees to both. */
  constructor(database: Kysely<StoreSchema>) {
    this.#database = database;
    this.#writer = new AppendWriter(database);
    this.effects = new SqlEffects(database);
  }

  /** Brings the tables up to date, then gives the store, which can be written then. @throws StoreError */
  static async open(database: Kysely<StoreSchema>): Promise<SqlStore> {
    await migrate(database);
    const store = new SqlStore(database);
    await store.ping();
    return store;
  }

  async append(events: readonly RunEvent[], run: Run): Promise<void> {
    this.#checkOpen();
    if (events.length === 0) return;
    checkAppend(events, run);
    await this.#commits.add(appendOf(events, run));
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

  async forget(conversation: ConversationKey): Promise<number> {
    this.#checkOpen();
    try {
      return await forgetRuns(this.#database, conversationOf(conversation));
    } catch (error) {
      throw storeFault(error, 'written');
    }
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
    this.#checkOpen();
    const check_id = randomUUID();
    try {
      await this.#database.transaction().execute(async (transaction) => {
        await transaction.insertInto('store_checks').values({ check_id, body: CHECK_BODY }).execute();
        await transaction.deleteFrom('store_checks').where('check_id', '<>', check_id).execute();
      });
    } catch (error) {
      throw storeFault(error, 'written');
    }
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
      const written = await this.#writer.write(appends);
      return appends.map(({ run, firstSeq }, index) => (written[index] ? undefined : conflict(run.run_id, firstSeq)));
    } catch (error) {
      const fault = storeFault(error, 'written');
      if (isLocked(error)) return appends.map(() => fault); // waited for already: not again for each of them
      throw fault;
    }
  }

  async #read<Rows>(query: () => Promise<Rows>): Promise<Rows> {
    this.#checkOpen();
    try {
      return await query();
    } catch (error) {
      throw storeFault(error, 'read');
    }
  }

  #checkOpen(): void {
    if (this.#closed) throw new StoreError('The store is closed');
  }
}
