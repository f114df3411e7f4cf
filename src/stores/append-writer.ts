import { CompiledQuery, type DatabaseConnection, type Kysely } from 'kysely';
import { statusOf, summaryOf } from '../core/react-result';
import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { RunEventsTable, RunsTable, StoreSchema } from './schema';
import { storableJson, storableText } from './storable-text';

/** One append as rows, made when it is asked for. */
export interface Append {
  readonly run: RunsTable;
  readonly firstSeq: number;
  readonly events: readonly RunEventsTable[];
}

export function appendOf(events: readonly RunEvent[], run: Run): Append {
  const runId = storableText(run.id);
  return {
    firstSeq: run.seq - events.length + 1,
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
  readonly #moveRun: CompiledQuery;
  readonly #addEvents = new Map<number, CompiledQuery>();

  constructor(private readonly database: Kysely<StoreSchema>) {
    // parameters are bound by position, in the order in which the columns are written here and in `#write`
    this.#startRun = database
      .insertInto('runs')
      .values(RUN)
      .onConflict((on) => on.column('run_id').doNothing())
      .compile();
    const { status, last_at, last_seq, summary } = RUN;
    this.#moveRun = database
      .updateTable('runs')
      .set({ status, last_at, last_seq, summary })
      .where('run_id', '=', '')
      .where('tenant', '=', '')
      .where('last_seq', '=', 0)
      .compile();
  }

  /**
   * Writes appends in one transaction, except those whose run is not where they go on from.
   * It talks to the driver's connection: Kysely's own `transaction()` took as long as the statements in it.
   * @returns for each whether it was written. Rejects with the driver's error when the whole transaction was not.
   */
  write(appends: readonly Append[]): Promise<boolean[]> {
    return this.database.getExecutor().provideConnection(async (connection) => {
      await connection.executeQuery(BEGIN); // each append begins with a write, so the lock for writing is the first taken
      try {
        const written: boolean[] = [];
        for (const append of appends) written.push(await this.#write(connection, append));
        await connection.executeQuery(COMMIT);
        return written;
      } catch (error) {
        await rollBack(connection);
        throw error;
      }
    });
  }

  /**
   * The summary row is the lock: whoever moves its `last_seq` owns the numbers up to it, so a taken one is seen before
   * the insert could fail and spoil the transaction for the other appends in it.
   */
  async #write(connection: DatabaseConnection, { run, firstSeq, events }: Append): Promise<boolean> {
    const { run_id, tenant, agent, status, conversation_id, started_at, last_at, last_seq, summary } = run;
    const [query, parameters] =
      firstSeq === 1
        ? [this.#startRun, [run_id, tenant, agent, status, conversation_id, started_at, last_at, last_seq, summary]]
        : [this.#moveRun, [status, last_at, last_seq, summary, run_id, tenant, firstSeq - 1]];
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

  #insert(rows: number): CompiledQuery {
    const known = this.#addEvents.get(rows);
    if (known) return known;
    const query = this.database.insertInto('run_events').values(Array(rows).fill(EVENT)).compile();
    this.#addEvents.set(rows, query);
    return query;
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

const EVENT: RunEventsTable = { run_id: '', seq: 0, at: 0, type: '', body: '' };
const RUN: RunsTable = {
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
