import type { EffectLedger } from './effect-ledger';
import type { ReActResult } from './react-result';
import type { Run } from './run';
import type { RunEvent } from './run-event';

/** A run as lists show it: its result without the steps. */
export type RunSummary = Omit<ReActResult, 'steps'>;

export interface RunQuery {
  readonly tenant: string;
  readonly agent?: string;
  readonly status?: string;
  readonly conversationId?: string;
  /** 1..100. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string;
}

/** Runs that share a `conversationId`; another tenant's of the same name are another conversation. */
export interface ConversationKey {
  readonly tenant: string;
  readonly conversationId: string;
}

export interface RunPage {
  readonly items: RunSummary[];
  readonly nextCursor?: string;
}

/** A process that moves runs, and for how long it holds them by the store's clock: from each append, and from each renewal. */
export interface LeaseHolder {
  readonly owner: string;
  readonly ttlMs: number;
}

/** Says who moves a run. `token` grows each time that somebody takes the run, and the store refuses appends with an older one. */
export interface Lease extends LeaseHolder {
  readonly token: number;
}

/** A run that was taken because nobody held it. */
export interface AcquiredRun {
  readonly tenant: string;
  readonly runId: string;
  readonly token: number;
  /** How often a lease on it ran out since it last got on: the process ended, or hung. */
  readonly lapses: number;
}

/** Where events live. */
export interface RunStore {
  /** Absent where tools cannot take part in a transaction of the store. */
  readonly effects?: EffectLedger;
  /** True when other processes may have it open: then a reader looks for facts that nobody in this process told it of. */
  readonly isShared?: boolean;
  /**
   * Appends facts of one run, in `seq` order, in one transaction, and the summary of `run` (the fold through the last of them).
   * With `lease` the run is held by it from then on, and given back when it has ended or waits; a new run takes any token.
   * Without one the run is held by nobody, and must not have been.
   * @throws RunConflictError when a (runId, seq) is taken, or the lease is not the run's last one. Nothing is stored then.
   * @throws ConversationBusyError when a run is new and another one of its conversation has not ended. Nothing is stored then.
   * @throws StoreError when the store cannot be written.
   */
  append(events: readonly RunEvent[], run: Run, lease?: Lease): Promise<void>;
  /**
   * The run that a request with this key, `request` of its first fact, started after `since`, epoch ms. An older one gives its key
   * free. While a run has a key, no other run of its tenant is stored with it: `append` throws RunConflictError. @throws StoreError
   */
  requested(tenant: string, key: string, since: number): Promise<{ runId: string; hash: string } | undefined>;
  /**
   * Takes queued and running runs that nobody holds, oldest first, of every tenant; not those in `except`, which the holder
   * moves whatever the store's clock says. @throws StoreError
   */
  acquire(holder: LeaseHolder, limit: { most: number; except: readonly string[] }): Promise<AcquiredRun[]>;
  /**
   * Takes a run that has not ended, whoever holds it, and gives the token; undefined when there is none. With `ifFree` also when
   * somebody holds it. @throws StoreError
   */
  seize(holder: LeaseHolder, tenant: string, runId: string, ifFree?: boolean): Promise<number | undefined>;
  /** Holds these runs for longer, and gives those that are still the holder's. @throws StoreError */
  renew(holder: LeaseHolder, runIds: readonly string[]): Promise<string[]>;
  /** Gives these runs back, so that anybody may take them at once. @throws StoreError */
  release(owner: string, runIds: readonly string[]): Promise<void>;
  /**
   * Facts of a run in `seq` order, after `afterSeq` (exclusive). Empty for an unknown run and for another tenant's.
   * @throws RunDamagedError at a fact that cannot be read.
   */
  events(tenant: string, runId: string, afterSeq?: number): AsyncIterable<RunEvent>;
  /** Newest first. @throws BadRequestError for a cursor that this store did not give. */
  list(query: RunQuery): Promise<RunPage>;
  /**
   * Runs without an outcome, oldest first: of every tenant, as a start-up takes them up again, or those of one conversation.
   */
  unfinished(of?: ConversationKey): Promise<{ tenant: string; runId: string }[]>;
  /**
   * Deletes the runs of a conversation with all their events, in one transaction, and gives their number.
   * @throws ConversationBusyError when one of them has no outcome. Nothing is deleted then.
   * @throws StoreError when the store cannot be written.
   */
  forget(conversation: ConversationKey): Promise<number>;
  /**
   * Deletes at most `most` runs of every tenant that have ended, the last fact of which is older than `before` (epoch ms), oldest
   * first and with all that belongs to them, and gives their number. @throws StoreError
   */
  deleteExpired(before: number, most: number): Promise<number>;
  /** Epoch ms by the clock that all processes of this store share; absent where each has its own. @throws StoreError */
  now?(): Promise<number>;
  /** Resolves when a run could be stored now, which it finds out by a write. @throws StoreError */
  ping(): Promise<void>;
  close(): Promise<void>;
}
