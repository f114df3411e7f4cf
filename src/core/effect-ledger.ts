import type { Lease } from './run-store';
import type { Observation, ToolContext } from './tool';

/** Where the record of a call is found. */
export type EffectKey = Pick<ToolContext, 'tenant' | 'runId' | 'callId' | 'idempotencyKey'>;

/** A call whose effect and record commit together, while its run is held by `lease`. `at` is epoch ms. */
export type EffectCall = EffectKey & { readonly tool: string; readonly at: number; readonly lease?: Lease };

/** What is done in the store's transaction. It gives what the model reads. */
export type EffectWork = (transaction: unknown) => Promise<Observation>;

/** Where a store keeps what its own transactions have done, so that a call happens exactly once. */
export interface EffectLedger {
  /** What a committed call observed; undefined when it did not commit, and for another run's or tenant's key. @throws StoreError */
  find(key: EffectKey): Promise<Observation | undefined>;
  /**
   * Does `work` in a transaction of the store and commits it with its record; where the key is recorded already, gives that
   * observation and does nothing. Undefined when it is not known whether the commit arrived.
   * @throws what `work` throws, `signal.reason`, RunConflictError when the run is not running or not held any more, StoreError: then nothing happened.
   */
  commit(call: EffectCall, work: EffectWork, signal: AbortSignal): Promise<Observation | undefined>;
}
