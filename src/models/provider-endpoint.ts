import OpenAI from 'openai';
import type { LeanResponse } from './lean-exchange';
import { leanFetch } from './lean-fetch';
import type { OpenAiModelSettings } from './openai-options';

interface Prepared {
  readonly url: URL;
  readonly headers: string[];
}

/**
 * The provider's HTTP interface. The SDK makes URLs and headers, once per path; sending is ours: its own way of sending is a
 * third of the CPU of a call, retries by itself, stops its time-out at the headers and reports a cut stream as complete.
 */
export class ProviderEndpoint {
  readonly #client: OpenAI;
  readonly #accept: string;
  #chat: Promise<Prepared> | undefined;

  constructor(settings: OpenAiModelSettings) {
    this.#client = clientOf(settings);
    this.#accept = settings.stream ? 'text/event-stream' : 'application/json';
  }

  async postChat(body: string, signal: AbortSignal): Promise<LeanResponse> {
    this.#chat ??= this.#prepare('post', '/chat/completions');
    return leanFetch({ method: 'POST', ...(await this.#chat), body, signal });
  }

  async getModels(signal: AbortSignal): Promise<LeanResponse> {
    return leanFetch({ method: 'GET', ...(await this.#prepare('get', '/models')), signal });
  }

  async #prepare(method: 'get' | 'post', path: string): Promise<Prepared> {
    const headers = { accept: this.#accept, ...(method === 'post' && { 'content-type': 'application/json' }) };
    const { req, url } = await this.#client.buildRequest({ method, path, headers });
    return { url: new URL(url), headers: [...req.headers].flat() };
  }
}

/** Nothing is read from the SDK's environment variables, and nothing is logged by it. */
const clientOf = ({ baseUrl, apiKey, extraHeaders }: OpenAiModelSettings): OpenAI =>
  new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: { ...(apiKey === undefined && { authorization: null }), ...extraHeaders },
    maxRetries: 0,
    logLevel: 'off',
  });
