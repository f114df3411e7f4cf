import type { IncomingMessage } from 'node:http';
import type { Access } from '../access/access';
import type { HttpResponse } from './http-response';
import { hasBody } from './json-only';
import { problemOfError } from './problem';
import { sendProblem } from './problem.filter';

/**
 * Reads no body of a stranger: 401 comes before anything that is said about a body, and before the work of parsing one. It looks
 * at no path, so no spelling of one goes round it; which scope a route needs is still the guard's to ask.
 */
export const knownCaller =
  (access: Pick<Access, 'identified'>) =>
  (request: IncomingMessage, response: HttpResponse, next: () => void): void => {
    if (!hasBody(request)) return next();
    access
      .identified(request, response)
      .then(() => next())
      .catch((error: unknown) => sendProblem(response, problemOfError(error)));
  };
