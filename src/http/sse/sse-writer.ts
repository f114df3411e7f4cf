import type { ServerResponse } from 'node:http';

/** A comment line keeps proxies from closing a quiet connection (WHATWG HTML 9.2.7 recommends about 15 s). */
const HEARTBEAT_MS = 15_000;

/** Bytes that a client may leave unread before it is cut; it can resume with the id of the last event. */
const MAX_UNREAD_BYTES = 1024 * 1024;

export interface SseMessage {
  /** Makes the message one to resume after. */
  readonly id?: number;
  readonly event: string;
  readonly data: unknown;
}

/** The response of one event stream. */
export type SseResponse = Pick<
  ServerResponse,
  'writeHead' | 'flushHeaders' | 'write' | 'end' | 'destroy' | 'on' | 'writableLength' | 'writableEnded' | 'destroyed'
>;

/** Writes server-sent events. Data is JSON, in which no line break can stand, so that no text can forge a line. */
export class SseWriter {
  readonly #heartbeat: NodeJS.Timeout;

  constructor(private readonly response: SseResponse) {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    this.#heartbeat = setInterval(() => void this.#write(': still here\n\n'), HEARTBEAT_MS);
    response.on('close', () => clearInterval(this.#heartbeat));
  }

  /** False when the client is gone or was cut because it does not read. */
  send({ id, event, data }: SseMessage): boolean {
    const head = id === undefined ? '' : `id: ${id}\n`;
    return this.#write(`${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(): void {
    clearInterval(this.#heartbeat);
    if (!this.response.writableEnded) this.response.end();
  }

  #write(text: string): boolean {
    if (this.response.destroyed || this.response.writableEnded) return false;
    this.response.write(text);
    if (this.response.writableLength <= MAX_UNREAD_BYTES) return true;
    this.response.destroy(); // nothing is lost: the facts are in the store
    return false;
  }
}
