import type { IncomingMessage } from 'node:http';
import type { HttpResponse } from './http-response';
import { problem } from './problem';
import { sendProblem } from './problem.filter';

/**
 * Refuses a request whose Host header names somebody else. A page whose name was turned to 127.0.0.1 after it was loaded (DNS
 * rebinding) is of the same origin for its browser, but its requests still bear its own name.
 * @param isServed gets the name in lower case, without port, brackets and the dot at the end
 */
export const servedHosts =
  (isServed: (name: string) => boolean) =>
  ({ headers }: IncomingMessage, response: HttpResponse, next: () => void): void => {
    // a request of HTTP/1.0 may have none; browsers send one always
    if (headers.host === undefined || isServed(nameIn(headers.host))) return next();
    const expected = 'Expected a Host header that names this machine (localhost, 127.0.0.1, [::1])';
    const detail = `${expected}; set REACT_ALLOWED_HOSTS to serve other names, or REACT_API_KEYS to serve callers with a key`;
    sendProblem(response, problem(403, 'host_not_allowed', detail, {}));
  };

const nameIn = (host: string): string => {
  const [, inBrackets, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.trim().toLowerCase()) ?? [];
  return inBrackets ?? plain.replace(/\.$/, '');
};
