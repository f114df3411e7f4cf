import { BadRequestError, NotAcceptableError } from '../core/errors';

type Headers = Readonly<Record<string, string | undefined>>;

/** What this version cannot do is refused, not ignored: a client that sends such a header counts on it. @throws BadRequestError */
export function refuseHeader(headers: Headers, name: string): void {
  if (headers[name.toLowerCase()] === undefined) return;
  throw new BadRequestError(`The ${name} header is not supported by this version; send the request without it`);
}

/** @throws NotAcceptableError for a client that takes an event stream, or anything else, but no JSON. */
export function refuseStreams({ accept }: Headers): void {
  if (acceptsJson(accept)) return;
  throw new NotAcceptableError('Only application/json is served here; expected an Accept header that allows it');
}

const acceptsJson = (accept: string | undefined): boolean =>
  accept === undefined ||
  accept.split(',').some((range) => {
    const type = range.split(';', 1)[0]!.trim().toLowerCase();
    return type === '' || type === '*/*' || type === 'application/*' || type === 'application/json';
  });
