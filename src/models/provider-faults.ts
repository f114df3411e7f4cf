import { ModelError, type ModelErrorCode } from '../core/errors';
import { objectOf, textOf, type JsonObject } from './json-values';
import type { LeanHeaders } from './lean-exchange';
import { retryAfterOf } from './retry-after';

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: LeanHeaders;
  /** The beginning of the body. It may echo the key, so it decides what a fault is and never becomes part of it. */
  readonly body: string;
}

/** What an answer other than 2xx means, and what a person should check. */
export function statusFault({ status, headers, body }: ProviderAnswer, nowMs: number): ModelError {
  const wait = retryAfterOf(headers, nowMs);
  const told = headers.get('x-should-retry');
  const fault = (code: ModelErrorCode, what: string, transient: boolean): ModelError =>
    new ModelError(code, `The model's provider answered with status ${status}: ${what}.`, {
      status,
      retryable: told === null ? transient : told === 'true',
      ...(wait !== undefined && { retryAfterMs: wait }),
    });
  if (status === 429 && body.includes('insufficient_quota')) {
    return fault('model_overloaded', 'the quota of the account is used up', false);
  }
  if (status === 429) return fault('model_overloaded', 'too many requests', true);
  if (status === 503 || status === 529) return fault('model_overloaded', 'it is overloaded', true);
  return fault('model_failed', adviceFor(status, body), status >= 500 || TRANSIENT.includes(status));
}

/** The provider answered that this model takes no tools: another protocol does without. */
export const toolsRefused = (status: number): ModelError =>
  new ModelError(
    'model_failed',
    `The model's provider answered with status ${status}: it takes no tools for this model; use the protocol json, text or auto.`,
    { status, refused: 'tools' },
  );

/** A fault of the network, before or within an answer. Node's and undici's own errors name an address, never a header. */
export function networkFault(error: unknown): ModelError {
  const origin = originOf(error);
  const code = textOf(origin?.code);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new ModelError('model_timeout', "The model's provider could not be reached in time.");
  }
  const connection = code === '' ? 'The connection' : `The connection (${code})`;
  const message = `${connection} to the model's provider failed: check the base URL and the network.`;
  return new ModelError('model_failed', message, { retryable: true, ...(origin && { cause: origin }) });
}

export const silenceFault = (ms: number): ModelError =>
  new ModelError('model_timeout', `The model's provider was silent for ${ms} ms.`);

const TRANSIENT = [408, 409, 425];

function adviceFor(status: number, body: string): string {
  if (status >= 500) return 'it failed';
  if (body.includes('context_length_exceeded') || body.includes('context length')) {
    return "the prompt is longer than the model's context";
  }
  return ADVICE[status] ?? (status < 400 ? 'redirects are not followed, check the base URL' : 'it refused the request');
}

const ADVICE: Readonly<Record<number, string>> = {
  400: 'it refused the request, check the model name and the extra fields of the body',
  401: 'check the API key',
  402: 'check the balance of the account',
  403: 'check what the API key may use',
  404: 'check the base URL and the model name',
  408: 'it gave up waiting',
  413: 'the prompt is too large',
};

/** Layers wrap the origin in their `cause`; the innermost error with a code is Node's or undici's. */
function originOf(error: unknown): JsonObject | undefined {
  let origin: JsonObject | undefined;
  for (let at = objectOf(error), depth = 0; at && depth < 5; at = objectOf(at.cause), depth++) {
    if (typeof at.code === 'string') origin = at;
  }
  return origin;
}
