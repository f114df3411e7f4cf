import type { Observation } from './tool';

/** One call of a tool whose effect and record commit together. */
export interface EffectCall {
  readonly tenant: string;
  readonly runId: string;
  readonly callId: string;
  readonly tool: string;
  /** The call's idempotency key. */
  readonly key: string;
  /** Epoch ms. */
  readonly at: number;
}

/** Where a store keeps what its own transactions have done, so that a call happens exactly once. */
export interface EffectLedger {
  /** What a committed call observed; undefined when it did not commit, and for another run's or tenant's key. @throws StoreError */
  find(call: Pick<EffectCall, 'tenant' | 'runId' | 'key'>): Promise<Observation | undefined>;
  /**
   * Does `work` in a transaction of the store and commits it with its record; where the key is recorded already, gives that
   * observation and does nothing. Undefined when it is not known whether the commit arrived.
   * @throws what `work` throws, `signal.reason`, RunConflictError when the run is not running any more, StoreError: then nothing happened.
   */
  commit(
    call: EffectCall,
    work: (transaction: unknown) => Promise<Observation>,
    signal: AbortSignal,
  ): Promise<Observation | undefined>;
}
