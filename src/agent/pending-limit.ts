import type { RunStore, RunSummary } from '../core/run-store';

/** What a run of this process has taken of its tenant's places. */
interface Claim {
  readonly tenant: string;
  readonly calls: number;
}

/** Counts the calls of a tenant that wait for a person: those of the store, and those that are about to be stored. */
export class PendingLimit {
  /** By run, until its calls are in the store. */
  readonly #claims = new Map<string, Claim>();

  constructor(
    private readonly store: Pick<RunStore, 'list'>,
    private readonly maxPending: number,
  ) {}

  /** Takes places for all `calls` of a run that wait or are about to; false when there are not so many. @throws StoreError */
  async claim(tenant: string, runId: string, calls: number): Promise<boolean> {
    const before = this.#claims.get(runId);
    this.#claims.set(runId, { tenant, calls }); // first: whoever counts meanwhile counts it
    const others = (await this.#storedElsewhere(tenant, calls)) + this.#claimed(tenant);
    if (others <= this.maxPending) return true;
    if (before) this.#claims.set(runId, before);
    else this.#claims.delete(runId);
    return false;
  }

  /** Due once the run is stored as it stands. */
  release(runId: string): void {
    this.#claims.delete(runId);
  }

  #claimed(tenant: string): number {
    let calls = 0;
    for (const claim of this.#claims.values()) if (claim.tenant === tenant) calls += claim.calls;
    return calls;
  }

  /** Stops to count where the answer is known. */
  async #storedElsewhere(tenant: string, own: number): Promise<number> {
    let calls = 0;
    let cursor: string | undefined;
    do {
      const query = { tenant, status: 'waiting', limit: 100, ...(cursor !== undefined && { cursor }) };
      const page = await this.store.list(query);
      calls += page.items.reduce((sum, run) => sum + this.#callsOf(run), 0);
      cursor = page.nextCursor;
    } while (cursor !== undefined && calls + own <= this.maxPending);
    return calls;
  }

  #callsOf({ runId, pendingApprovals }: RunSummary): number {
    return this.#claims.has(runId) ? 0 : pendingApprovals.length;
  }
}
