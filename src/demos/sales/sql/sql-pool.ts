import type { QueryResult, ReadLimits } from './read-only-database';
import { SqlChild } from './sql-child';

export interface SqlPoolOptions {
  readonly file: string;
  /** One query, in ms; its process is killed then. @default 5000 */
  readonly timeoutMs?: number;
  /** Processes at most. The first is kept warm, so that one endless query does not hold up the others. @default 2 */
  readonly size?: number;
  readonly limits?: ReadLimits;
}

const DEFAULT_LIMITS: ReadLimits = { maxRows: 50, maxChars: 6000 };

/** Runs read-only SQL outside the server's process. */
export class SqlPool {
  readonly #options: Required<SqlPoolOptions>;
  readonly #idle: SqlChild[] = [];
  readonly #busy = new Set<SqlChild>();
  readonly #waiting: (() => void)[] = [];
  #slotsTaken = 0;
  #closed = false;

  constructor(options: SqlPoolOptions) {
    this.#options = { timeoutMs: 5000, size: 2, limits: DEFAULT_LIMITS, ...options };
  }

  /** Starts the first process, so that the first query need not wait for it. */
  warmUp(): void {
    if (!this.#closed && this.#idle.length + this.#busy.size === 0) this.#idle.push(SqlChild.start(this.#options.file));
  }

  /** @throws ToolError worded for the model; the reason of `signal` when it is aborted. */
  async query(sql: string, signal: AbortSignal): Promise<QueryResult> {
    await this.#takeSlot(signal);
    if (this.#closed) throw new Error('The SQL pool is closed');
    const { limits, timeoutMs } = this.#options;
    const child = this.#takeChild();
    try {
      return await child.query(sql, limits, timeoutMs, signal);
    } finally {
      this.#busy.delete(child);
      if (!child.isDead) this.#idle.push(child);
      this.#freeSlot();
      this.warmUp();
    }
  }

  close(): void {
    this.#closed = true;
    for (const child of [...this.#idle, ...this.#busy]) child.kill();
    this.#idle.length = 0;
  }

  #takeChild(): SqlChild {
    let child = this.#idle.pop();
    while (child?.isDead) child = this.#idle.pop(); // it may have died while nobody looked
    child ??= SqlChild.start(this.#options.file);
    this.#busy.add(child);
    return child;
  }

  async #takeSlot(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#slotsTaken < this.#options.size) {
      this.#slotsTaken += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason as Error);
      };
      this.#waiting.push(go);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Hands the slot to the query that has waited longest. */
  #freeSlot(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#slotsTaken -= 1;
  }
}
