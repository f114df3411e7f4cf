import type { RequestKey } from '../agent/ask-request';
import { requestKeyOf } from '../agent/request-keys';
import { BadRequestError } from '../core/errors';
import type { HttpResponse } from './http-response';

/** For the OpenAPI page. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  required: false,
  description:
    'Makes a repeated request safe: the same key and body, within 24 hours, start one run and get its answer, also after a restart and ' +
    'also when it failed. 1 to 255 printable ASCII characters; keys are per tenant and route.',
  schema: { type: 'string' as const, minLength: 1, maxLength: 255 },
  example: '5c1f7a0e-9a7b-4c43-8a57-1d5e0f0f2b6d',
};

/** Tells that an answer is an earlier request's. */
const REPLAYED = 'Idempotent-Replayed';

export const REPLAYED_HEADER = {
  [REPLAYED]: {
    description: 'true: the answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string' as const, example: 'true' },
  },
};

/** What the request is known by, when it has the header. @throws BadRequestError for a key that is none */
export function idempotencyKeyOf(
  headers: Record<string, string | undefined>,
  route: string,
  body: object,
): { requestKey?: RequestKey } {
  const key = headers['idempotency-key'];
  if (key === undefined) return {};
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return { requestKey: requestKeyOf(route, key, body) };
  throw new BadRequestError('Idempotency-Key: expected 1 to 255 printable ASCII characters');
}

export const markReplayed = (response: Pick<HttpResponse, 'setHeader'>): void => {
  response.setHeader(REPLAYED, 'true');
};
