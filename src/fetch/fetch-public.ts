import { request, type Agent, type Dispatcher } from 'undici';
import type { LookupFunction } from 'node:net';
import { deadline } from '../core/deadline';
import { ToolError } from '../core/errors';
import { decodedText } from './decoded-text';
import { isLiteralAndNotPublic, NotPublicError, publicAgent } from './public-agent';

export interface PublicFetchOptions {
  readonly signal: AbortSignal;
  /** The whole fetch with its redirects, in ms. @default 10000 */
  readonly timeoutMs?: number;
  /** Largest body that is read, in bytes. @default 1000000 */
  readonly maxBytes?: number;
  /** @default 5 */
  readonly maxRedirects?: number;
  /** Sent to the first origin only: another one must not see what was meant for it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Origins such as `http://wiki.internal:8080` that the operator trusts, whatever their address. @default none */
  readonly trustedOrigins?: readonly string[];
  /** Answers names. @default the system's resolver */
  readonly lookup?: LookupFunction;
}

const DEFAULTS = { timeoutMs: 10_000, maxBytes: 1_000_000, maxRedirects: 5 };

export interface PublicPage {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  /** Lower case, without parameters; '' when the server sent none. */
  readonly contentType: string;
  readonly text: string;
}

/**
 * GET of a URL that a model, a user or a document chose. It reaches http and https on the public internet and nothing else: each
 * redirect and each connected address is checked, so that no URL leads into the operator's own network (SSRF, OWASP API7:2023).
 * What comes back anybody may have written: a tool that shows it to the model is one with `trust: 'untrusted'`.
 * @throws ToolError worded for the model: not a URL, not public, too many redirects, too long, too slow, unreachable.
 */
export async function fetchPublic(address: string, options: PublicFetchOptions): Promise<PublicPage> {
  const { signal, timeoutMs, maxBytes, maxRedirects } = { ...DEFAULTS, ...options };
  const limit = deadline(signal, timeoutMs);
  const agent = publicAgent(options.lookup);
  try {
    const first = checkedUrl(address, address);
    let url = first;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const headers = url.origin === first.origin ? options.headers : undefined;
      const isTrusted = options.trustedOrigins?.includes(url.origin) ?? false;
      const response = await get(url, { headers, isTrusted, agent, signal: limit.signal });
      const next = redirectOf(response, url);
      if (!next) return await pageOf(url, response, maxBytes);
      response.body.on('error', () => undefined).destroy(); // ending it early is an error of its own
      url = checkedUrl(next, address);
    }
    throw new ToolError(`${address} redirects more than ${maxRedirects} times`);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError) throw error;
    if (limit.signal.aborted) throw new ToolError(`${address} did not answer in ${timeoutMs} ms`, { cause: error });
    throw new ToolError(faultOf(address, error), { cause: error });
  } finally {
    limit.dispose();
    void agent.destroy();
  }
}

interface Hop {
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly isTrusted: boolean;
  readonly agent: Agent;
  readonly signal: AbortSignal;
}

function get(url: URL, { headers, isTrusted, agent, signal }: Hop): Promise<Dispatcher.ResponseData> {
  if (!isTrusted && isLiteralAndNotPublic(url)) throw new NotPublicError(url.hostname);
  return request(url, {
    signal,
    // identity: a few bytes that unpack to gigabytes are not read
    headers: { accept: '*/*', 'accept-encoding': 'identity', ...headers },
    ...(!isTrusted && { dispatcher: agent }),
  });
}

/** The parts of a URL that hide where it leads are refused: a password looks like a host, and other schemes reach files. */
function checkedUrl(address: string, asked: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new ToolError(`${asked} is no http or https URL`);
  if (url.username || url.password) throw new ToolError(`${asked} holds a user name or a password; leave them out`);
  return url;
}

function redirectOf({ statusCode, headers }: Dispatcher.ResponseData, from: URL): string | undefined {
  const { location } = headers;
  if (statusCode < 300 || statusCode > 399 || typeof location !== 'string') return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from).href : location;
}

async function pageOf(url: URL, response: Dispatcher.ResponseData, maxBytes: number): Promise<PublicPage> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ToolError(`${url.href} is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const given = response.headers['content-type'];
  const header = typeof given === 'string' ? given : '';
  const [type = ''] = header.split(';');
  const text = decodedText(Buffer.concat(chunks), header);
  return { url: url.href, status: response.statusCode, contentType: type.trim().toLowerCase(), text };
}

function faultOf(address: string, error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof NotPublicError) return `${address} leads to ${at.message}; give a public address`;
  }
  return `${address} cannot be reached`;
}
