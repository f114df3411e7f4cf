import { createInterface, type Interface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { Gate } from './gate';

const HISTORY_LINES = 1000;

export interface TerminalOptions {
  readonly input: ReadStream;
  readonly screen: WriteStream;
  readonly prompt: () => string;
  /** Stops what is under way; false when nothing is. */
  readonly stop: () => boolean;
}

/** Lines that a person types, with history and editing. Lines typed while an agent works are taken up after it. */
export class TerminalLines implements AsyncIterable<string> {
  readonly #gate: Gate;
  readonly #readline: Interface;
  readonly #typedAhead: string[] = [];
  #take: ((line: string | undefined) => void) | undefined;
  #isClosed = false;
  /** Ctrl-C was pressed at an empty prompt. */
  #isLeaving = false;

  constructor(private readonly options: TerminalOptions) {
    const { input, screen } = options;
    this.#gate = new Gate(screen);
    this.#readline = createInterface({
      input,
      output: this.#gate,
      terminal: true,
      historySize: HISTORY_LINES,
      removeHistoryDuplicates: true,
    });
    this.#readline.on('line', (line) => this.#typed(line));
    this.#readline.on('SIGINT', () => this.#interrupted());
    this.#readline.on('close', () => this.#closed());
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    try {
      for (let line = await this.#next(); line !== undefined; line = await this.#next()) yield line;
    } finally {
      this.close();
    }
  }

  close(): void {
    if (!this.#isClosed) this.#readline.close();
  }

  #next(): Promise<string | undefined> {
    const ahead = this.#typedAhead.shift();
    if (ahead !== undefined) {
      this.options.screen.write(`${this.options.prompt()}${ahead}\n`);
      return Promise.resolve(ahead);
    }
    if (this.#isClosed) return Promise.resolve(undefined);
    this.#isLeaving = false;
    this.#show();
    return new Promise((resolve) => (this.#take = resolve));
  }

  #show(): void {
    this.#gate.isOpen = true;
    this.#readline.setPrompt(this.options.prompt());
    this.#readline.prompt(true);
  }

  #typed(line: string): void {
    if (this.#take) this.#give(line);
    else this.#typedAhead.push(line);
  }

  #give(line: string | undefined): void {
    const take = this.#take;
    this.#take = undefined;
    this.#gate.isOpen = false;
    take?.(line);
  }

  #interrupted(): void {
    if (!this.#take) {
      this.#typedAhead.length = 0; // lines that were pasted would go on as if nothing had been said
      this.options.stop();
      return;
    }
    if (this.#readline.line === '' && this.#isLeaving) return this.close();
    this.#isLeaving = true;
    this.#readline.write(null, { ctrl: true, name: 'e' });
    this.#readline.write(null, { ctrl: true, name: 'u' });
    this.options.screen.write('\n(Ctrl-C once more leaves)\n');
    this.#show();
  }

  #closed(): void {
    this.#isClosed = true;
    if (this.#take) this.options.screen.write('\n');
    this.#give(undefined);
    this.#gate.destroy();
  }
}
