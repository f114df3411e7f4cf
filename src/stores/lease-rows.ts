import { sql, type Kysely } from 'kysely';
import type { AcquiredRun, LeaseHolder } from '../core/run-store';
import { databaseClock } from './database-clock';
import { MOVING, OPEN } from './lease-rules';
import type { StoreSchema } from './schema';
import { storableText } from './storable-text';

/** The rows of runs, as far as they tell who moves a run. All times are by the database's clock. */
export class LeaseRows {
  readonly #clock;

  constructor(private readonly database: Kysely<StoreSchema>) {
    this.#clock = databaseClock(database);
  }

  async now(): Promise<number> {
    const { now } = await this.database.selectNoFrom(this.#clock.as('now')).executeTakeFirstOrThrow();
    return Number(now); // Postgres gives a bigint as text
  }

  /** The condition stands twice: a rival's row that was waited for is looked at again, the inner choice is not. */
  async acquire(
    { owner, ttlMs }: LeaseHolder,
    { most, except }: { most: number; except: readonly string[] },
  ): Promise<AcquiredRun[]> {
    let free = this.#free().select('run_id').orderBy('started_at').orderBy('run_id').limit(most);
    if (except.length > 0) free = free.where('run_id', 'not in', except.map(storableText));
    const rows = await this.database
      .updateTable('runs')
      .set({
        lease_owner: owner,
        lease_token: sql<number>`lease_token + 1`,
        lease_until: this.#until(ttlMs),
        lapses: sql<number>`lapses + case when lease_owner is null then 0 else 1 end`,
      })
      .where('run_id', 'in', free)
      .where('status', 'in', MOVING)
      .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', this.#clock)]))
      .returning(['tenant', 'run_id', 'lease_token', 'lapses', 'started_at'])
      .execute();
    return rows
      .sort((a, b) => Number(a.started_at) - Number(b.started_at) || (a.run_id < b.run_id ? -1 : 1)) // no order of its own
      .map(({ tenant, run_id, lease_token, lapses }) => ({ tenant, runId: run_id, token: lease_token, lapses }));
  }

  async seize(
    { owner, ttlMs }: LeaseHolder,
    tenant: string,
    runId: string,
    ifFree: boolean,
  ): Promise<number | undefined> {
    const taken = this.database
      .updateTable('runs')
      .set({ lease_owner: owner, lease_token: sql<number>`lease_token + 1`, lease_until: this.#until(ttlMs) })
      .where('run_id', '=', storableText(runId))
      .where('tenant', '=', storableText(tenant))
      .where('status', 'in', OPEN)
      .returning('lease_token');
    const row = await (
      ifFree
        ? taken.where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', this.#clock)]))
        : taken
    ).executeTakeFirst();
    return row?.lease_token;
  }

  async renew({ owner, ttlMs }: LeaseHolder, runIds: readonly string[]): Promise<string[]> {
    if (runIds.length === 0) return [];
    const rows = await this.database
      .updateTable('runs')
      .set({ lease_until: this.#until(ttlMs) })
      .where('run_id', 'in', runIds.map(storableText))
      .where('lease_owner', '=', owner)
      .returning('run_id')
      .execute();
    return rows.map(({ run_id }) => run_id);
  }

  async release(owner: string, runIds: readonly string[]): Promise<void> {
    if (runIds.length === 0) return;
    await this.database
      .updateTable('runs')
      .set({ lease_owner: null, lease_until: null })
      .where('run_id', 'in', runIds.map(storableText))
      .where('lease_owner', '=', owner)
      .execute();
  }

  /** Ends every lease: only for whoever knows that no other process has the database open. */
  async lapseAll(): Promise<void> {
    await this.database
      .updateTable('runs')
      .set({ lease_until: 0 })
      .where('status', 'in', OPEN)
      .where('lease_owner', 'is not', null)
      .execute();
  }

  #free() {
    return this.database
      .selectFrom('runs')
      .where('status', 'in', MOVING)
      .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<=', this.#clock)]));
  }

  #until(ttlMs: number) {
    return sql<number>`${this.#clock} + ${ttlMs}`;
  }
}
