import type { Readable } from 'node:stream';
import { Agent } from 'undici';

/** The part of a fetch `Response` that the SDK and the adapter use. The body is a Node stream of bytes. */
export interface LeanResponse {
  /** Always true: the SDK then leaves the body of a fault alone, which the adapter reads within its limits. */
  readonly ok: true;
  readonly status: number;
  readonly url: string;
  readonly headers: LeanHeaders;
  readonly body: Readable;
}

export interface LeanHeaders {
  get(name: string): string | null;
  entries(): Iterable<[string, string]>;
}

type HeaderPairs = Iterable<[string, string]>;

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
 * A `fetch` for the SDK, over `undici.request`. The global one wraps each body in WHATWG streams, which cost more than the
 * whole rest of a call. Redirects are not followed: they would carry the key to a host that nobody configured.
 */
export async function leanFetch(url: string, init: RequestInit): Promise<LeanResponse> {
  const { origin, pathname, search } = new URL(url);
  const { statusCode, headers, body } = await agent
    .request({
      origin,
      path: pathname + search,
      method: init.method === 'GET' ? 'GET' : 'POST',
      headers: init.headers as HeaderPairs,
      body: (init.body as string | null | undefined) ?? null,
      signal: init.signal ?? null,
    })
    .catch((error: unknown) => {
      throw new Error('The request was not answered', { cause: error }); // the SDK copies an error of another realm and drops its code
    });
  body.on('error', ignore); // a body that is given up on must not end the process
  return { ok: true, status: statusCode, url, headers: leanHeaders(headers), body };
}

const ignore = (): void => undefined;

const leanHeaders = (headers: Record<string, string | string[] | undefined>): LeanHeaders => ({
  get: (name) => joined(headers[name.toLowerCase()]) ?? null,
  entries: () => Object.entries(headers).map(([name, value]) => [name, joined(value) ?? '']),
});

const joined = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;
