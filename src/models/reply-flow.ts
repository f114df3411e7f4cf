import type { BodyReader, LeanBody } from './lean-exchange';

/** After `[DONE]` a server has so long to end the body, so that its connection can be used again. */
const END_GRACE_MS = 1000;

/**
 * Follows a body to its end. Bytes are handed over as they come, within the event that brings them: an async iterator would
 * cost a few promises per chunk. There is no back-pressure, the reader's size limit bounds what can pile up.
 */
export class ReplyFlow implements BodyReader {
  #fault: unknown;
  #isOver = false;
  /** The fault is one of what was read, not of the connection. */
  #isRefused = false;
  /** Something happened that `more` has not told of. */
  #isNews = false;
  #wake: (() => void) | undefined;
  #grace: NodeJS.Timeout | undefined;

  /** `read` returns true when nothing more is wanted, and throws to give the body up. */
  constructor(
    private readonly body: LeanBody,
    private readonly read: (bytes: Buffer) => boolean,
  ) {
    body.read(this);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The connection broke before the body came to its end. */
  get isCut(): boolean {
    return this.#fault !== undefined;
  }

  /**
   * Resolves once more bytes were read or the body is over.
   * @throws what `read` threw, or the fault of the connection where it matters.
   */
  async more(doesCutMatter: () => boolean = () => true): Promise<void> {
    if (!this.#isNews) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#isNews = this.#isOver;
    if (this.#fault !== undefined && (this.#isRefused || doesCutMatter())) throw this.#fault;
  }

  /** Ends the connection unless the body came to its end. */
  release(): void {
    if (!this.#isOver || this.#fault !== undefined) this.body.destroy();
  }

  take(bytes: Buffer): void {
    if (this.#isOver) return; // what follows `[DONE]` only has to be read away
    try {
      if (this.read(bytes)) this.#leave();
    } catch (error) {
      this.#isRefused = true;
      this.#finish(error);
    }
    this.#tell();
  }

  end(fault: unknown): void {
    clearTimeout(this.#grace);
    this.#finish(fault);
  }

  #leave(): void {
    this.#finish(undefined);
    this.#grace = setTimeout(() => this.body.destroy(), END_GRACE_MS);
    this.#grace.unref();
  }

  #finish(fault: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#fault = fault;
    this.#tell();
  }

  #tell(): void {
    this.#isNews = true;
    this.#wake?.();
  }
}
