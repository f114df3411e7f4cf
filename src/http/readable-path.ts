import type { IncomingMessage } from 'node:http';
import type { HttpResponse } from './http-response';
import { problemOfStatus } from './problem';
import { sendProblem } from './problem.filter';

/** Refuses a path with a malformed escape, which the framework would report as if the body were broken. */
export function readablePath({ url = '' }: IncomingMessage, response: HttpResponse, next: () => void): void {
  try {
    decodeURIComponent(url.split('?', 1)[0]!);
  } catch {
    return sendProblem(response, problemOfStatus(400, 'Expected a path in UTF-8 with valid percent escapes'));
  }
  next();
}
