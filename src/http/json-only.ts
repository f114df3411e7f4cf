import type { IncomingMessage } from 'node:http';
import type { HttpResponse } from './http-response';
import { sendProblem } from './problem.filter';

/** The content type without parameters, or '' */
const mediaTypeOf = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Refuses a body that is not JSON. A form is a "simple request": a foreign page could send one here without a preflight.
 */
export function jsonOnly(request: IncomingMessage, response: HttpResponse, next: () => void): void {
  if (!hasBody(request) || mediaTypeOf(request) === 'application/json') return next();
  sendProblem(response, {
    type: 'about:blank',
    title: 'Unsupported media type',
    status: 415,
    detail: 'Expected Content-Type: application/json',
    code: 'unsupported_media_type',
  });
}
