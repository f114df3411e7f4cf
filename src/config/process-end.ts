import { constants } from 'node:os';
import { Logger } from '@nestjs/common';

/** A shutdown that hangs is cut off; 20 s are what an orchestrator is told to allow. */
const LONGEST_SHUTDOWN_MS = 18_000;

/** JSON lines of the log get a moment to leave. */
const LAST_LINES_MS = 100;

/**
 * Ends the process well. The first SIGTERM or SIGINT closes what was opened and exits with 0, whatever hangs; a second one exits
 * at once. A fault that nobody caught is logged, closes as well, and exits with 1.
 */
export class ProcessEnd {
  readonly #logger = new Logger('Process');
  #close: () => Promise<void> = async () => undefined;
  #isEnding = false;

  /** @param longestMs of a shutdown */
  constructor(private readonly longestMs = LONGEST_SHUTDOWN_MS) {}

  listen(): this {
    process.on('SIGTERM', () => this.#onSignal('SIGTERM'));
    process.on('SIGINT', () => this.#onSignal('SIGINT'));
    process.on('uncaughtException', (error) => this.#onFault(error, 'uncaught exception'));
    process.on('unhandledRejection', (error) => this.#onFault(error, 'unhandled rejection'));
    return this;
  }

  /** What a shutdown has to close, from when it is there. */
  closing(close: () => Promise<void>): void {
    this.#close = close;
  }

  #onSignal(signal: 'SIGTERM' | 'SIGINT'): void {
    if (this.#isEnding) process.exit(process.exitCode || 128 + constants.signals[signal]);
    this.#logger.log({ signal }, 'shutting down');
    this.#end();
  }

  /** The process is in a state that nobody foresaw: what can be stored is, and the next start goes on. */
  #onFault(error: unknown, kind: string): void {
    this.#logger.fatal({ err: error }, kind);
    process.exitCode = 1;
    if (!this.#isEnding) this.#end();
  }

  #end(): void {
    this.#isEnding = true;
    const exit = (): void => void setTimeout(() => process.exit(), LAST_LINES_MS);
    setTimeout(() => {
      this.#logger.warn({ afterMs: this.longestMs }, 'the shutdown hangs and is cut off');
      exit();
    }, this.longestMs);
    this.#close()
      .catch((error: unknown) => this.#logger.error({ err: error }, 'the shutdown failed'))
      .finally(exit);
  }
}
