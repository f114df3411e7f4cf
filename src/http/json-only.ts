import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { HttpResponse } from './http-response';
import { ProblemError, problemOfStatus } from './problem';
import { sendProblem } from './problem.filter';

/** The content type without parameters, or '' */
const mediaTypeOf = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Refuses a body that is not JSON. A form is a "simple request": a foreign page could send one here without a preflight.
 */
export function jsonOnly(request: IncomingMessage, response: HttpResponse, next: () => void): void {
  if (!hasBody(request) || mediaTypeOf(request) === 'application/json') return next();
  sendProblem(response, problemOfStatus(415, 'Expected Content-Type: application/json'));
}

/** For body-parser: it would decode UTF-16 and UTF-7 too, and put U+FFFD where the bytes are no UTF-8. */
export function refuseOtherThanUtf8(_request: unknown, _response: unknown, body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new ProblemError(problemOfStatus(415, 'Expected a body in charset utf-8'));
  if (!isUtf8(body)) throw new ProblemError(problemOfStatus(400, 'Expected a body in UTF-8, got bytes that are none'));
}
