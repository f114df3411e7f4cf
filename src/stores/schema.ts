/** Tables of the run store, as Kysely sees them. */
export interface StoreSchema {
  run_events: RunEventsTable;
  runs: RunsTable;
  store_checks: StoreChecksTable;
  effects: EffectsTable;
}

/** One row per fact. Never changed after it is written. */
export interface RunEventsTable {
  run_id: string;
  seq: number;
  /** Epoch ms. */
  at: number;
  type: string;
  /** The whole event as JSON; the other columns repeat what queries need. */
  body: string;
}

/** One row per run: the fold through its last fact, written in the transaction of that fact. */
export interface RunsTable {
  run_id: string;
  tenant: string;
  agent: string;
  status: string;
  conversation_id: string | null;
  /** Epoch ms. */
  started_at: number;
  /** Epoch ms. */
  last_at: number;
  /** `seq` of the last fact: an append must go on from here. */
  last_seq: number;
  /** `RunSummary` as JSON. */
  summary: string;
  /** The process that moves the run. */
  lease_owner: string | null;
  /** Grows each time that the run is taken: an append with an older one is refused. */
  lease_token: number;
  /** Epoch ms by the database's clock: from then on anybody may take the run. */
  lease_until: number | null;
  /** How often a lease ran out since the run last got on. */
  lapses: number;
  /** The idempotency key of the request that started the run, with its route; null when it had none, or has it no more. */
  request_key: string | null;
  /** Hash of that request's body. */
  request_hash: string | null;
}

/** One row: what the last check of the store wrote. */
export interface StoreChecksTable {
  check_id: string;
  /** As long as the facts of a step, so that a check needs as much room as an append. */
  body: string;
}

/** One row per call that committed in a transaction of the store. */
export interface EffectsTable {
  /** The call's idempotency key. */
  key: string;
  run_id: string;
  call_id: string;
  tool: string;
  /** Epoch ms. */
  at: number;
  /** `Observation` as JSON; empty until the transaction commits, so nobody reads that. */
  observation: string;
}
