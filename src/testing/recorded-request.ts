import type { IncomingHttpHeaders } from 'node:http';

/** One request that the server saw. */
export interface RecordedRequest {
  readonly method: string;
  /** With the query, e.g. `/v1/chat/completions`. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON; undefined without a body, the text when it is no JSON. */
  readonly body: unknown;
  /** The client's port: the same for all requests on one connection. */
  readonly clientPort: number | undefined;
  /** Epoch ms. */
  readonly at: number;
  /** Resolves when the exchange is over: true when the client hung up before the answer was complete. */
  readonly hungUp: Promise<boolean>;
}
