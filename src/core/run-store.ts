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

/** Where events live. */
export interface RunStore {
  /** Absent where tools cannot take part in a transaction of the store. */
  readonly effects?: EffectLedger;
  /**
   * Appends facts of one run, in `seq` order, in one transaction, and the summary of `run` (the fold through the last of them).
   * @throws RunConflictError when a (runId, seq) is taken: somebody else is moving this run. Nothing is stored then.
   * @throws StoreError when the store cannot be written.
   */
  append(events: readonly RunEvent[], run: Run): Promise<void>;
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
  /** Resolves when a run could be stored now, which it finds out by a write. @throws StoreError */
  ping(): Promise<void>;
  close(): Promise<void>;
}
