import { Agent } from 'undici';
import { LeanExchange, type LeanResponse } from './lean-exchange';

export interface LeanRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Names and values in turn, as undici takes them without a copy. */
  readonly headers: string[];
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * Connections are kept alive and shared by all models of the process; idle ones do not hold it open, so there is nothing to
 * close. Time limits are the adapter's: those of undici would answer with errors of their own.
 */
const agent = new Agent({
  connections: 1024,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 15_000,
  connect: { timeout: 10_000 },
});

/**
 * One exchange over undici. The global fetch wraps each body in WHATWG streams, which cost more than all the rest of a call.
 * Redirects are not followed: they would carry the key to a host that nobody configured.
 */
export function leanFetch({ method, url, headers, body, signal }: LeanRequest): Promise<LeanResponse> {
  const { origin, pathname, search } = url;
  const exchange = new LeanExchange(signal);
  agent.dispatch({ origin, path: pathname + search, method, headers, body: body ?? null }, exchange);
  return exchange.response;
}
