import { BadRequestError, NotAcceptableError } from '../core/errors';
import { acceptsJson, wantsEventStream } from './accepts';

type Headers = Record<string, string | undefined>;

/** What this version cannot do is refused, not ignored: a client that sends an Idempotency-Key counts on it. */
function refuseIdempotencyKey(headers: Headers): void {
  if (headers['idempotency-key'] === undefined) return;
  throw new BadRequestError('The Idempotency-Key header is not supported by this version; send the request without it');
}

/** For a route that answers with JSON, or with a stream when it is asked for one. */
export function refuseUnsupported(headers: Headers): void {
  refuseIdempotencyKey(headers);
  if (acceptsJson(headers['accept']) || wantsEventStream(headers['accept'])) return;
  throw new NotAcceptableError(
    'Only application/json and text/event-stream are served here; expected an Accept header that allows one',
  );
}

/** For a route that answers with JSON. */
export function refuseUnlessJson(headers: Headers): void {
  refuseIdempotencyKey(headers);
  if (acceptsJson(headers['accept'])) return;
  throw new NotAcceptableError('Only application/json is served here; expected an Accept header that allows it');
}
