import { CompiledQuery, sql, type DatabaseConnection, type Kysely } from 'kysely';
import { statusOf, summaryOf } from '../core/react-result';
import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { Lease } from '../core/run-store';
import { databaseClock } from './database-clock';
import { getsOn, isMoving } from './lease-rules';
import type { RunEventsTable, RunsTable, StoreSchema } from './schema';
import { CONNECTION_LOST, QUERY_TIMEOUT } from './postgres-faults';
import { isUnreachable } from './retried';
import { storableJson, storableText } from './storable-text';
import { codeOf } from './store-fault';

/** One append as rows, made when it is asked for. */
export interface Append {
  readonly run: Omit<RunsTable, 'lease_owner' | 'lease_token' | 'lease_until' | 'lapses' | keyof typeof REQUEST>;
  readonly firstSeq: number;
  readonly events: readonly RunEventsTable[];
  /** What the append must hold the run by; without it, by nothing. */
  readonly token: number | undefined;
  /** What the run is held by after it; null when it is given back. */
  readonly owner: string | null;
  readonly ttlMs: number | null;
  readonly getsOn: boolean;
  /** What started the run, in the append that does. */
  readonly request: { readonly key: string; readonly hash: string } | undefined;
  /** Set when the connection broke during its commit: what stands in its way then may be itself. */
  mayBeStored: boolean;
}

export function appendOf(events: readonly RunEvent[], run: Run, lease?: Lease): Append {
  const kept = isMoving(run) ? lease : undefined;
  const runId = storableText(run.id);
  return {
    firstSeq: run.seq - events.length + 1,
    token: lease?.token,
    owner: kept ? kept.owner : null,
    ttlMs: kept ? kept.ttlMs : null,
    getsOn: events.some(getsOn),
    mayBeStored: false,
    request: events[0]?.type === 'run.started' ? events[0].request : undefined,
    events: events.map((event) => {
      const { seq, at, type } = event;
      return { run_id: runId, seq, at, type, body: storableJson(event) };
    }),
    run: {
      run_id: runId,
      tenant: storableText(run.tenant),
      agent: storableText(run.agent),
      status: statusOf(run),
      conversation_id: run.conversationId === undefined ? null : storableText(run.conversationId),
      started_at: run.startedAt,
      last_at: run.lastAt,
      last_seq: run.seq,
      summary: storableJson(summaryOf(run)),
    },
  };
}

/** Writes appends. The statements are compiled once: building them costs more than running them. */
export class AppendWriter {
  readonly #startRun: CompiledQuery;
  readonly #moveHeldRun: CompiledQuery;
  readonly #moveFreeRun: CompiledQuery;
  readonly #findEvent: CompiledQuery;
  readonly #addEvents = new Map<number, CompiledQuery>();

  constructor(private readonly database: Kysely<StoreSchema>) {
    // parameters are bound by position, in the order in which the columns are written here and in `#write`
    const clock = databaseClock(database);
    const lease_until = sql<number>`${clock} + ${0}`;
    this.#startRun = database
      .insertInto('runs')
      .values({ ...RUN, lease_owner: '', lease_token: 0, lease_until, lapses: sql<number>`0`, ...REQUEST })
      .onConflict((on) => on.doNothing()) // the id or the request's key is taken, or another run of the conversation is open
      .compile();
    const { status, last_at, last_seq, summary } = RUN;
    const move = database
      .updateTable('runs')
      .set({ status, last_at, last_seq, summary, lease_owner: '', lease_until, lapses: sql<number>`lapses * ${0}` })
      .where('run_id', '=', '')
      .where('tenant', '=', '')
      .where('last_seq', '=', 0);
    this.#moveHeldRun = move.where('lease_token', '=', 0).compile();
    this.#moveFreeRun = move
      .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', clock)]))
      .compile();
    this.#findEvent = database
      .selectFrom('run_events')
      .select('seq')
      .where('run_id', '=', '')
      .where('seq', '=', 0)
      .where('body', '=', '')
      .compile();
  }

  /**
   * Writes appends in one transaction, except those whose run is not where they go on from.
   * It talks to the driver's connection: Kysely's own `transaction()` took as long as the statements in it.
   * @returns for each whether it was written. Rejects with the driver's error when the whole transaction was not, and with
   * UnknownOutcomeError when that cannot be told.
   */
  write(appends: readonly Append[]): Promise<boolean[]> {
    return this.database.getExecutor().provideConnection(async (connection) => {
      await connection.executeQuery(BEGIN); // each append begins with a write, so the lock for writing is the first taken
      let isCommitting = false;
      try {
        const written: boolean[] = [];
        for (const append of appends) {
          const isWritten = await this.#write(connection, append);
          written.push(isWritten || (append.mayBeStored && (await this.#isStored(connection, append))));
        }
        isCommitting = true;
        await connection.executeQuery(COMMIT);
        return written;
      } catch (error) {
        if (!isCommitting || !isUnreachable(error)) {
          await rollBack(connection);
          throw error;
        }
        for (const append of appends) append.mayBeStored = true;
        throw new UnknownOutcomeError(error);
      }
    });
  }

  /** A transaction whose end was lost holds its rows until it is over, and `#write` waited for them: what is there now stays. */
  async #isStored(connection: DatabaseConnection, { events }: Append): Promise<boolean> {
    const last = events.at(-1)!;
    const parameters = [last.run_id, last.seq, last.body];
    const { rows } = await connection.executeQuery({ ...this.#findEvent, parameters });
    return rows.length > 0;
  }

  /**
   * The summary row is the lock: whoever moves its `last_seq` owns the numbers up to it, so a taken one is seen before
   * the insert could fail and spoil the transaction for the other appends in it.
   */
  async #write(connection: DatabaseConnection, append: Append): Promise<boolean> {
    const { run_id } = append.run;
    const { events } = append;
    const [query, parameters] = append.firstSeq === 1 ? this.#start(append) : this.#move(append);
    const { numAffectedRows } = await connection.executeQuery({ ...query, parameters });
    if (!numAffectedRows) return false;
    for (let from = 0; from < events.length; from += MOST_ROWS) {
      const rows = events.slice(from, from + MOST_ROWS);
      const values: unknown[] = [];
      for (const { seq, at, type, body } of rows) values.push(run_id, seq, at, type, body);
      await connection.executeQuery({ ...this.#insert(rows.length), parameters: values });
    }
    return true;
  }

  #start({ run, token = 0, owner, ttlMs, request }: Append): [CompiledQuery, unknown[]] {
    const { run_id, tenant, agent, status, conversation_id, started_at, last_at, last_seq, summary } = run;
    const head = [run_id, tenant, agent, status, conversation_id, started_at, last_at, last_seq, summary];
    const once = request ? [storableText(request.key), storableText(request.hash)] : [null, null];
    return [this.#startRun, [...head, owner, token, ttlMs, ...once]];
  }

  #move({ run, firstSeq, token, owner, ttlMs, getsOn }: Append): [CompiledQuery, unknown[]] {
    const { run_id, tenant, status, last_at, last_seq, summary } = run;
    const change = [status, last_at, last_seq, summary, owner, ttlMs, getsOn ? 0 : 1, run_id, tenant, firstSeq - 1];
    return token === undefined ? [this.#moveFreeRun, change] : [this.#moveHeldRun, [...change, token]];
  }

  #insert(rows: number): CompiledQuery {
    const known = this.#addEvents.get(rows);
    if (known) return known;
    const query = this.database.insertInto('run_events').values(Array(rows).fill(EVENT)).compile();
    this.#addEvents.set(rows, query);
    return query;
  }
}

/** The connection broke while the commit was under way: all of it is stored, or nothing. */
export class UnknownOutcomeError extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super('The connection broke during a commit', { cause });
    this.code = codeOf(cause) === QUERY_TIMEOUT ? QUERY_TIMEOUT : CONNECTION_LOST;
  }
}

/** A transaction that the database ended by itself has nothing to roll back; its own error is the one to see. */
const rollBack = (connection: DatabaseConnection): Promise<unknown> =>
  connection.executeQuery(ROLLBACK).catch(() => undefined);

const BEGIN = CompiledQuery.raw('begin');
const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

/** Rows of one insert; a statement is kept for each number up to it. */
const MOST_ROWS = 16;

const REQUEST = { request_key: '', request_hash: '' };
const EVENT: RunEventsTable = { run_id: '', seq: 0, at: 0, type: '', body: '' };
const RUN: Append['run'] = {
  run_id: '',
  tenant: '',
  agent: '',
  status: '',
  conversation_id: '',
  started_at: 0,
  last_at: 0,
  last_seq: 0,
  summary: '',
};
