import type { Readable } from 'node:stream';
import { Agent } from 'undici';

export interface LeanRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Names and values in turn, as undici takes them without a copy. */
  readonly headers: string[];
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface LeanResponse {
  readonly status: number;
  readonly headers: LeanHeaders;
  /** Bytes. Whoever gets it reads it to its end or destroys it. */
  readonly body: Readable;
}

export interface LeanHeaders {
  get(name: string): string | null;
}

/**
 * Connections are kept alive and shared by all models of the process; idle ones do not hold it open, so there is nothing to
 * close. Time limits are the adapter's: those of undici would answer with errors of their own.
 */
const agent = new Agent({
  connections: 256,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 15_000,
  connect: { timeout: 10_000 },
});

/**
 * One exchange over `undici.request`. The global fetch wraps each body in WHATWG streams, which cost more than all the rest of a
 * call. Redirects are not followed: they would carry the key to a host that nobody configured.
 */
export async function leanFetch({ method, url, headers, body, signal }: LeanRequest): Promise<LeanResponse> {
  const { origin, pathname, search } = url;
  const answer = await agent.request({ origin, path: pathname + search, method, headers, body: body ?? null, signal });
  answer.body.on('error', ignore); // a body that is given up on must not end the process
  return {
    status: answer.statusCode,
    headers: { get: (name) => joined(answer.headers[name]) ?? null },
    body: answer.body,
  };
}

const ignore = (): void => undefined;

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;
