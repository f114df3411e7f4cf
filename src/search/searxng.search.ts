import { ConfigError, ToolError } from '../core/errors';
import { deadline } from '../core/deadline';
import { plainText } from './plain-text';
import type { SearchHit, SearchIndex } from './search-index';

export interface SearxngSearchOptions {
  /** Address of a SearXNG instance whose settings allow the `json` format, e.g. `https://search.example.org`. */
  readonly baseUrl: string;
  /** One search, in ms. @default 8000 */
  readonly timeoutMs?: number;
  /** Largest answer that is read, in bytes. @default 1000000 */
  readonly maxBytes?: number;
  /** Language of results, e.g. `zh-CN`. @default 'auto' */
  readonly language?: string;
}

const MAX_TITLE_CHARS = 200;
const MAX_TEXT_CHARS = 500;

/** Searches the web through a self-hosted SearXNG by its JSON API. Results are other people's text: markup is taken out, length is bounded. */
export class SearxngSearch implements SearchIndex {
  readonly name = 'searxng';
  readonly #endpoint: URL;
  readonly #options: Required<SearxngSearchOptions>;

  /** @throws ConfigError when the address is no http(s) URL, or holds a password. */
  constructor(options: SearxngSearchOptions) {
    if (typeof options !== 'object' || options === null)
      throw new ConfigError(`The options of SearxngSearch: expected an object with a baseUrl, got ${String(options)}`);
    this.#options = { timeoutMs: 8000, maxBytes: 1_000_000, language: 'auto', ...options };
    this.#endpoint = endpointOf(options.baseUrl);
  }

  async search(query: string, limit: number, signal: AbortSignal): Promise<SearchHit[]> {
    const url = new URL(this.#endpoint);
    url.searchParams.set('q', query);
    url.searchParams.set('format', 'json');
    url.searchParams.set('language', this.#options.language);
    const body = await this.#read(url, signal);
    return hitsOf(body).slice(0, limit);
  }

  async #read(url: URL, signal: AbortSignal): Promise<string> {
    const limit = deadline(signal, this.#options.timeoutMs);
    try {
      // A redirect could lead anywhere, also into the operator's own network
      const response = await fetch(url, {
        signal: limit.signal,
        redirect: 'error',
        headers: { accept: 'application/json' },
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new ToolError(statusProblem(response.status));
      }
      return await textUpTo(response, this.#options.maxBytes);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ToolError) throw error;
      const problem = limit.signal.aborted ? `did not answer in ${this.#options.timeoutMs} ms` : 'cannot be reached';
      throw new ToolError(`The search engine ${problem}; answer without it or try again later`, { cause: error });
    } finally {
      limit.dispose();
    }
  }
}

function endpointOf(address: string): URL {
  const url = httpUrl(address);
  if (!url) {
    throw new ConfigError(`The SearXNG address must be an http or https URL, got ${JSON.stringify(address)}`);
  }
  if (url.username || url.password) throw new ConfigError('The SearXNG address must hold no user name and no password');
  url.pathname = `${url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`}search`;
  url.search = '';
  url.hash = '';
  return url;
}

function httpUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) ? url : undefined;
}

const statusProblem = (status: number): string =>
  status === 403
    ? 'The search engine refused the request (403): its settings may not allow the JSON format; answer without it'
    : `The search engine answered ${status}; answer without it or try again later`;

async function textUpTo(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new ToolError(`The search engine sent more than ${maxBytes} bytes; search more narrowly`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function hitsOf(body: string): SearchHit[] {
  let results: unknown;
  try {
    results = (JSON.parse(body) as { results?: unknown } | null)?.results;
  } catch (error) {
    throw new ToolError('The search engine did not answer with JSON; answer without it', { cause: error });
  }
  if (!Array.isArray(results)) throw new ToolError('The search engine sent no list of results; answer without it');
  return results.flatMap((result: unknown, place) => hitOf(result, place));
}

function hitOf(result: unknown, place: number): SearchHit[] {
  if (typeof result !== 'object' || result === null) return [];
  const { url, title, content } = result as Record<string, unknown>;
  const address = httpUrl(url);
  const text = plainText(content, MAX_TEXT_CHARS);
  const heading = plainText(title, MAX_TITLE_CHARS);
  if (!address || (!text && !heading)) return [];
  return [{ id: address.href, title: heading, text, url: address.href, score: 1 / (place + 1) }];
}
