import { fetch, type Response } from 'undici';
import { deadline, isTimeout } from '../core/deadline';
import { ConfigError, ToolError } from '../core/errors';
import type { Embedder } from './embedder';

export interface OpenAiEmbedderOptions {
  /** Up to and including the version; `/embeddings` is added. @default 'https://api.openai.com/v1' */
  readonly baseUrl?: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Texts per request. @default 10, the most that DashScope takes */
  readonly batchSize?: number;
  /** One request with its whole answer, in ms. @default 10000 */
  readonly timeoutMs?: number;
}

/** 2,000 vectors of 3,072 numbers, written out; an endless answer must not fill the memory. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

/** Any endpoint that speaks OpenAI's `/embeddings`. Makes one attempt: who asks has a lexical index to fall back to. */
export class OpenAiEmbedder implements Embedder {
  readonly model: string;

  /** @throws ConfigError without a model, or for an address that is none. */
  constructor(private readonly options: OpenAiEmbedderOptions) {
    checkOptions(options);
    this.model = options.model;
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const batchSize = this.options.batchSize ?? 10;
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += batchSize) {
      vectors.push(...(await this.#embedBatch(texts.slice(from, from + batchSize), signal)));
    }
    return vectors;
  }

  /** Neither the key nor the provider's own words get into an error: both would be stored with the run. */
  async #embedBatch(texts: readonly string[], caller: AbortSignal): Promise<Float32Array[]> {
    const timeoutMs = this.options.timeoutMs ?? 10_000;
    const limit = deadline(caller, timeoutMs);
    try {
      return vectorsOf(await this.#post(texts, limit.signal), texts.length);
    } catch (error) {
      caller.throwIfAborted();
      if (error instanceof ToolError) throw error;
      const fault = isTimeout(limit.signal) ? `gave no answer in ${timeoutMs} ms` : 'could not be reached';
      throw new ToolError(`The embedding endpoint ${fault}`, { cause: error });
    } finally {
      limit.dispose();
    }
  }

  async #post(input: readonly string[], signal: AbortSignal): Promise<unknown> {
    const { baseUrl = 'https://api.openai.com/v1', apiKey, model } = this.options;
    const response = await fetch(`${baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl}/embeddings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model, input, encoding_format: 'float' }),
      redirect: 'error', // would send the key and the texts to a host that nobody configured
      signal,
    });
    const text = await textOf(response);
    if (!response.ok) throw new ToolError(`The embedding endpoint answered with status ${response.status}`);
    try {
      return JSON.parse(text);
    } catch {
      throw new ToolError('The embedding endpoint answered with something that is not JSON');
    }
  }
}

function checkOptions(options: OpenAiEmbedderOptions): void {
  const { model, baseUrl, batchSize, timeoutMs } = isObject(options) ? options : ({} as OpenAiEmbedderOptions);
  if (typeof model !== 'string' || model.trim() === '')
    throw new ConfigError(
      `model: expected the name of an embedding model, got ${model === '' ? 'an empty text' : typeof model}`,
    );
  const isUrl = typeof baseUrl === 'string' && URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol);
  if (baseUrl !== undefined && !isUrl)
    throw new ConfigError(
      'baseUrl: expected an http or https URL such as https://api.openai.com/v1, got something else',
    );
  for (const [name, value] of Object.entries({ batchSize, timeoutMs }))
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 1))
      throw new ConfigError(`${name}: expected an integer of 1 or more, got ${String(value)}`);
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body ?? []) {
    const bytes = chunk as Uint8Array; // typed `any` by undici; a fetch body yields bytes only
    sizeBytes += bytes.length;
    if (sizeBytes > MAX_ANSWER_BYTES)
      throw new ToolError(`The embedding endpoint sent more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Rows carry their position in `index`; some servers answer out of order. */
function vectorsOf(answer: unknown, count: number): Float32Array[] {
  const rows = isObject(answer) && Array.isArray(answer.data) ? (answer.data as unknown[]) : [];
  const vectors: Float32Array[] = [];
  rows.forEach((row, position) => {
    if (!isObject(row) || !isVector(row.embedding)) return;
    vectors[typeof row.index === 'number' ? row.index : position] = Float32Array.from(row.embedding);
  });
  const length = vectors[0]?.length;
  const whole = Array.from({ length: count }, (_, index) => vectors[index]?.length === length).every(Boolean);
  if (vectors.length !== count || length === undefined || !whole) {
    throw new ToolError(`The embedding endpoint did not answer with ${count} vectors of one length in "data"`);
  }
  return vectors;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((number) => Number.isFinite(number));
