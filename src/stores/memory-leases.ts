import type { Lease, LeaseHolder } from '../core/run-store';

interface Held {
  owner: string | null;
  token: number;
  /** By the clock that never jumps; null when nobody holds the run. */
  untilMs: number | null;
  lapses: number;
}

/** Who moves which run, as the columns of `runs` tell it in a database. */
export class MemoryLeases {
  readonly #held = new Map<string, Held>();

  /** Whether an append to a run that is stored already may be made with this lease. */
  fits(runId: string, lease: Lease | undefined): boolean {
    return lease === undefined ? this.isFree(runId) : lease.token === this.#of(runId).token;
  }

  isFree(runId: string): boolean {
    const { untilMs } = this.#of(runId);
    return untilMs === null || untilMs <= performance.now();
  }

  /** After an append: the run is held by `lease` for longer, or given back. */
  keep(runId: string, lease: Lease | undefined, isMoving: boolean, hasGotOn: boolean): void {
    const { token, lapses } = this.#of(runId);
    const held = lease && isMoving ? { owner: lease.owner, untilMs: untilOf(lease) } : { owner: null, untilMs: null };
    this.#held.set(runId, { ...held, token: lease?.token ?? token, lapses: hasGotOn ? 0 : lapses });
  }

  /** Gives the run to `holder`, whoever had it. */
  take(runId: string, holder: LeaseHolder): number {
    const held = this.#of(runId);
    this.#held.set(runId, { ...held, owner: holder.owner, token: held.token + 1, untilMs: untilOf(holder) });
    return held.token + 1;
  }

  /** `take` of a run that is free, which tells how often its holders did not give it back. */
  takeFree(runId: string, holder: LeaseHolder): { token: number; lapses: number } {
    const { owner, lapses } = this.#of(runId);
    const token = this.take(runId, holder);
    const held = this.#of(runId);
    held.lapses = lapses + (owner === null ? 0 : 1);
    return { token, lapses: held.lapses };
  }

  /** False when the run is not the holder's any more. */
  renew(runId: string, holder: LeaseHolder): boolean {
    const held = this.#held.get(runId);
    if (held?.owner !== holder.owner) return false;
    held.untilMs = untilOf(holder);
    return true;
  }

  release(runId: string, owner: string): void {
    const held = this.#held.get(runId);
    if (held?.owner !== owner) return;
    held.owner = null;
    held.untilMs = null;
  }

  forget(runId: string): void {
    this.#held.delete(runId);
  }

  #of(runId: string): Held {
    return this.#held.get(runId) ?? { owner: null, token: 0, untilMs: null, lapses: 0 };
  }
}

const untilOf = ({ ttlMs }: LeaseHolder): number => performance.now() + ttlMs;
