import { setTimeout as sleep } from 'node:timers/promises';
import { deadline, isTimeout } from '../core/deadline';
import { ModelError } from '../core/errors';
import type { Model, ModelChunk, ModelRequest } from '../core/model';

export interface RetryOptions {
  /** Requests for one reply. @default 3 */
  readonly maxAttempts?: number;
  /** The whole call in ms: all attempts and the waits between them. @default 120000 */
  readonly timeoutMs?: number;
  /** The longest wait that a provider may ask for, in ms; a longer one fails the call at once. @default 60000 */
  readonly maxWaitMs?: number;
  /** From 0 (inclusive) to 1. @default Math.random */
  readonly random?: () => number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

/**
 * The one place where a model call is retried. A provider that fails or is overloaded gets `maxAttempts`; a reply that cannot be
 * read, and silence, get one more attempt: often a stale connection or a bad node is behind them. Once text was yielded there is
 * no retry, since the reader has seen it. Waits are 0.5 to 8 s with jitter, or what the provider asks for; a wait that does not
 * fit into the time left (`budgetMs` of the request, `timeoutMs` of the call) is not begun.
 */
export class RetryingModel implements Model {
  readonly name: string;
  readonly #options: Required<RetryOptions>;

  constructor(
    private readonly model: Model,
    options: RetryOptions = {},
  ) {
    this.name = model.name;
    this.#options = { maxAttempts: 3, timeoutMs: 120_000, maxWaitMs: 60_000, random: Math.random, ...options };
  }

  get takesTools(): boolean {
    return this.model.takesTools ?? true;
  }

  async *stream(request: ModelRequest, caller: AbortSignal): AsyncGenerator<ModelChunk> {
    const { timeoutMs } = this.#options;
    const endsAt = performance.now() + Math.min(timeoutMs, request.budgetMs ?? Infinity);
    const { signal, dispose } = deadline(caller, timeoutMs);
    try {
      for (let attempt = 1; ; attempt++) {
        let isShown = false;
        try {
          for await (const chunk of this.model.stream(request, signal)) {
            isShown ||= 'text' in chunk;
            yield 'reply' in chunk && attempt > 1 ? { reply: { ...chunk.reply, attempts: attempt } } : chunk;
          }
          return;
        } catch (error) {
          this.#endIfAborted(caller, signal);
          const waitMs = isShown ? undefined : this.#waitAfter(error, attempt);
          if (waitMs === undefined || performance.now() + waitMs >= endsAt) throw error;
          await sleep(waitMs, undefined, { signal }).catch(() => this.#endIfAborted(caller, signal));
        }
      }
    } finally {
      dispose();
    }
  }

  #endIfAborted(caller: AbortSignal, signal: AbortSignal): void {
    caller.throwIfAborted();
    if (!isTimeout(signal)) return;
    throw new ModelError('model_timeout', `The model gave no reply within ${this.#options.timeoutMs} ms.`);
  }

  /** Undefined: no further attempt. */
  #waitAfter(error: unknown, attempt: number): number | undefined {
    const { maxAttempts, maxWaitMs, random } = this.#options;
    if (!(error instanceof ModelError) || !error.retryable || attempt >= maxAttempts) return undefined;
    if ((error.code === 'model_bad_reply' || error.code === 'model_timeout') && attempt >= 2) return undefined;
    if (error.retryAfterMs !== undefined) {
      // everybody was told the same moment: arrive a little after it
      return error.retryAfterMs > maxWaitMs ? undefined : error.retryAfterMs + random() * FIRST_WAIT_MS;
    }
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
    return FIRST_WAIT_MS + random() * (longest - FIRST_WAIT_MS);
  }
}
