import { BadRequestError, NotAcceptableError } from '../core/errors';
import { acceptsJson, wantsEventStream } from './accepts';

/**
 * What this version cannot do is refused, not ignored: a client that sends an Idempotency-Key counts on it.
 */
export function refuseUnsupported(headers: Record<string, string | undefined>): void {
  if (headers['idempotency-key'] !== undefined) {
    throw new BadRequestError(
      'The Idempotency-Key header is not supported by this version; send the request without it',
    );
  }
  const { accept } = headers;
  if (!acceptsJson(accept) && !wantsEventStream(accept)) {
    throw new NotAcceptableError(
      'Only application/json and text/event-stream are served here; expected an Accept header that allows one',
    );
  }
}
