import { createServer, STATUS_CODES, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { sendProblem } from './problem.filter';
import { problemOfStatus } from './problem';

export interface ServerTimes {
  /** A client that has not sent its whole request after so long is cut off, in ms. */
  readonly requestTimeoutMs: number;
  /** The same for the headers alone; at most `requestTimeoutMs`. */
  readonly headersTimeoutMs: number;
  /** How often both are looked at, in ms. Node looks every 30 s by itself, which adds as much to each of them. */
  readonly checkEveryMs: number;
}

/** An HTTP server whose own refusals, of what never becomes a request, are problems like all others. */
export function createHttpServer(listener: RequestListener, times: ServerTimes): Server {
  const server = createServer(
    {
      requestTimeout: times.requestTimeoutMs,
      headersTimeout: times.headersTimeoutMs,
      connectionsCheckingInterval: times.checkEveryMs,
      requireHostHeader: false, // Node would answer without a body; checked below
    },
    (request, response) => {
      if (lacksHost(request)) sendProblem(response, problemOfStatus(400, 'Expected a Host header'));
      else listener(request, response);
    },
  );
  server.on('clientError', refuse);
  server.on('checkExpectation', (_request, response) => {
    sendProblem(response, problemOfStatus(417, 'Expected no Expect header other than 100-continue'));
  });
  return server;
}

const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined;

/** By Node's error code; anything else is a request that is no HTTP. */
const REFUSALS: Readonly<Record<string, [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not sent in time'],
};

function refuse(error: NodeJS.ErrnoException, socket: AnsweringSocket): void {
  // bytes of an answer that is under way must not be mixed with these
  if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const [status, detail] = REFUSALS[error.code ?? ''] ?? [400, 'The request could not be read: expected HTTP/1.1'];
  const body = JSON.stringify(problemOfStatus(status, detail));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

/** Node keeps the response that is being written at its socket; there is no documented way to it. */
type AnsweringSocket = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null };
