import { BadRequestError, NotAcceptableError } from '../core/errors';

/**
 * What this version cannot do is refused, not ignored: a client that sends an Idempotency-Key counts on it.
 */
export function refuseUnsupported(headers: Record<string, string | undefined>): void {
  if (headers['idempotency-key'] !== undefined) {
    throw new BadRequestError(
      'The Idempotency-Key header is not supported by this version; send the request without it',
    );
  }
  if (!acceptsJson(headers['accept'])) {
    throw new NotAcceptableError('Only application/json is served here; expected an Accept header that allows it');
  }
}

const acceptsJson = (accept: string | undefined): boolean =>
  accept === undefined ||
  accept.split(',').some((range) => {
    const type = range.split(';', 1)[0]!.trim().toLowerCase();
    return type === '' || type === '*/*' || type === 'application/*' || type === 'application/json';
  });
