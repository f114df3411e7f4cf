import { createHash } from 'node:crypto';
import { ConversationBusyError, ReActError, RunConflictError } from '../core/errors';
import type { Run } from '../core/run';
import type { RunStore } from '../core/run-store';
import { canonicalJson } from '../policies/canonical-json';
import { DEFAULT_TENANT, type AskRequest, type RequestKey } from './ask-request';
import { checkAskRequest } from './check-ask-request';
import { loadRun } from './load-run';

/** How long a request is known by its key. */
const REQUEST_KEY_HOURS = 24;

/** A request with the same key and body has started a run already: `run`, as it stands now. */
export class RepeatedRequestError extends ReActError {
  readonly code = 'request_in_progress';
  override readonly retryable = true;
  override readonly runId: string;

  constructor(readonly run: Run) {
    super('The first request with this Idempotency-Key has not been answered yet: its run goes on');
    this.runId = run.id;
  }
}

/** A request with the same key and another body has started a run: which of the two is meant cannot be known. */
export class RequestKeyReusedError extends ReActError {
  readonly code = 'idempotency_key_reused';

  constructor() {
    super('This Idempotency-Key was used for a request with another body; expected the same body, or a new key');
  }
}

/** @param route keeps the keys of one route apart from those of another. @param body two that say the same have one hash. */
export const requestKeyOf = (route: string, key: string, body: unknown): RequestKey => ({
  key: `${route} ${key}`,
  hash: createHash('sha256').update(canonicalJson(body)).digest('hex'),
});

/** Sees to it that requests with one key start one run. */
export class RequestKeys {
  /** By tenant and key, the starts that are under way here: the store does not know yet what becomes of them. Never rejected. */
  readonly #starting = new Map<string, Set<Promise<void>>>();

  constructor(private readonly store: RunStore) {}

  /**
   * Starts the run of a request, unless an equal one has. Two at the same time may both find none before; the store lets one in.
   * @throws RepeatedRequestError, RequestKeyReusedError, and what `start` throws
   */
  async once<Started>(request: AskRequest, start: () => Promise<Started>): Promise<Started> {
    checkAskRequest(request);
    const { requestKey, tenant = DEFAULT_TENANT } = request;
    if (requestKey === undefined) return start();
    await this.#refuseRepeated(tenant, requestKey);
    const name = JSON.stringify([tenant, requestKey.key]);
    try {
      return await this.#started(name, start);
    } catch (error) {
      const mayBeTwin = error instanceof RunConflictError || error instanceof ConversationBusyError;
      if (!mayBeTwin) throw error;
      // what keeps the conversation busy may be the equal request, before its run is stored
      await Promise.all(this.#starting.get(name) ?? new Set<Promise<void>>());
      await this.#refuseRepeated(tenant, requestKey);
      throw error;
    }
  }

  async #started<Started>(name: string, start: () => Promise<Started>): Promise<Started> {
    const starts = this.#starting.get(name) ?? new Set();
    this.#starting.set(name, starts);
    const starting = start();
    const settled = starting.then(
      () => undefined,
      () => undefined,
    );
    starts.add(settled);
    try {
      return await starting;
    } finally {
      starts.delete(settled);
      if (starts.size === 0) this.#starting.delete(name);
    }
  }

  async #refuseRepeated(tenant: string, { key, hash }: RequestKey): Promise<void> {
    const earlier = await this.store.requested(tenant, key, Date.now() - REQUEST_KEY_HOURS * 3_600_000);
    if (!earlier) return;
    if (earlier.hash !== hash) throw new RequestKeyReusedError();
    throw new RepeatedRequestError(await loadRun(this.store, tenant, earlier.runId));
  }
}
