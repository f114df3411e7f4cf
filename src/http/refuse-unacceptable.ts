import { NotAcceptableError } from '../core/errors';
import { acceptsJson, wantsEventStream } from './accepts';

type Headers = Record<string, string | undefined>;

/** For a route that answers with JSON, or with a stream when it is asked for one. */
export function refuseUnlessJsonOrStream(headers: Headers): void {
  if (acceptsJson(headers['accept']) || wantsEventStream(headers['accept'])) return;
  throw new NotAcceptableError(
    'Only application/json and text/event-stream are served here; expected an Accept header that allows one',
  );
}

/** For a route that answers with JSON. */
export function refuseUnlessJson(headers: Headers): void {
  if (acceptsJson(headers['accept'])) return;
  throw new NotAcceptableError('Only application/json is served here; expected an Accept header that allows it');
}
