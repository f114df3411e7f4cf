import type { ServerResponse } from 'node:http';

/** A comment line keeps proxies from closing a quiet connection (WHATWG HTML 9.2.7 recommends about 15 s). */
const HEARTBEAT_MS = 15_000;

/** Bytes that a client may leave unread; nothing more is written before it has taken them. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** A client that leaves that much unread for so long is cut; it can resume with the id of the last event. */
const STALL_MS = 10_000;

/** A longer message is written in pieces, so that one alone cannot be more than what may be left unread. */
const PIECE_BYTES = 64 * 1024;

export interface SseMessage {
  /** Makes the message one to resume after. */
  readonly id?: number;
  readonly event: string;
  readonly data: unknown;
}

/** The response of one event stream. */
export type SseResponse = Pick<
  ServerResponse,
  | 'writeHead'
  | 'flushHeaders'
  | 'write'
  | 'end'
  | 'destroy'
  | 'on'
  | 'off'
  | 'writableLength'
  | 'writableEnded'
  | 'destroyed'
>;

/** Writes server-sent events. Data is JSON, in which no line break can stand, so that no text can forge a line. */
export class SseWriter {
  readonly #heartbeat: NodeJS.Timeout;
  readonly #stallMs: number;

  constructor(
    private readonly response: SseResponse,
    { stallMs = STALL_MS }: { stallMs?: number } = {},
  ) {
    this.#stallMs = stallMs;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    if (response.destroyed)
      clearInterval(this.#heartbeat); // its 'close' was told before
    else response.on('close', () => clearInterval(this.#heartbeat));
  }

  /**
   * False when the client is gone, or was cut because it does not read. A client that has much to read is waited for; how much
   * comes at once is not its fault.
   */
  send({ id, event, data }: SseMessage): boolean | Promise<boolean> {
    const head = id === undefined ? '' : `id: ${id}\n`;
    const text = `${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    if (text.length > PIECE_BYTES) return this.#sendLong(Buffer.from(text));
    return this.#write(text) && (this.#isFull ? this.#drained() : true);
  }

  /** @param text without a line break */
  comment(text: string): void {
    this.#write(`: ${text}\n\n`);
  }

  end(): void {
    clearInterval(this.#heartbeat);
    if (!this.response.writableEnded) this.response.end();
  }

  /** For a client that reads too slowly: nothing is lost, the facts are in the store. */
  cut(): void {
    clearInterval(this.#heartbeat);
    this.response.destroy();
  }

  get #isFull(): boolean {
    return this.response.writableLength > MAX_UNREAD_BYTES;
  }

  async #sendLong(bytes: Buffer): Promise<boolean> {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      if (!this.#write(bytes.subarray(at, at + PIECE_BYTES))) return false;
      if (this.#isFull && !(await this.#drained())) return false;
    }
    return true;
  }

  #write(part: string | Buffer): boolean {
    if (this.response.destroyed || this.response.writableEnded) return false;
    this.response.write(part);
    return true;
  }

  #beat(): void {
    if (!this.#isFull) this.comment('still here');
  }

  /** Whether the client took what it had left unread. */
  #drained(): Promise<boolean> {
    const { response } = this;
    return new Promise((resolve) => {
      const settle = (isDrained: boolean): void => {
        clearTimeout(timer);
        response.off('drain', onDrain).off('close', onClose);
        resolve(isDrained);
      };
      const onDrain = (): void => settle(true);
      const onClose = (): void => settle(false);
      const timer = setTimeout(() => {
        this.cut();
        settle(false);
      }, this.#stallMs);
      response.on('drain', onDrain).on('close', onClose);
    });
  }
}
