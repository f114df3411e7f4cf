import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { playTurn } from './play-turn';
import type { RecordedRequest } from './recorded-request';
import { embeddingsBody } from './scripted-embeddings';
import type { ModelScript, ScriptItem, Turn } from './turns';

export interface ModelServerOptions {
  /** @default 0, any free port */
  readonly port?: number;
  /** The models that `/models` lists. @default ['scripted'] */
  readonly models?: readonly string[];
}

/** A provider on 127.0.0.1 that plays a script over the OpenAI wire: `/chat/completions`, `/models` and `/embeddings`. */
export interface ModelServer {
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  readonly port: number;
  /** All requests so far, in order. */
  readonly requests: readonly RecordedRequest[];
  /** Those to `/chat/completions`. */
  readonly calls: readonly RecordedRequest[];
  /** More turns, after those that are left. Of no use when the script is a function. */
  enqueue(...turns: ScriptItem[]): void;
  /** Cuts what is open and stops. */
  close(): Promise<void>;
}

/**
 * Starts a scripted provider. Each call takes one turn; a call beyond the script is answered with a 500 that says so.
 * The answer streams when the request asks for it.
 */
export async function startModelServer(
  script: ModelScript = [],
  options: ModelServerOptions = {},
): Promise<ModelServer> {
  const queue = typeof script === 'function' ? [] : [...script];
  const requests: RecordedRequest[] = [];
  const chats = (): RecordedRequest[] => requests.filter(({ path }) => path.endsWith('/chat/completions'));

  const turnFor = (request: RecordedRequest): Turn => {
    const call = chats().length - 1;
    const item = typeof script === 'function' ? script(request, call) : queue.shift();
    return (typeof item === 'function' ? item(request) : item) ?? scriptIsOver(call);
  };
  const server = createServer((incoming, response) => {
    answer(incoming, response, requests, options.models ?? ['scripted'], turnFor).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The script failed: ${String(error)}`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    get calls() {
      return chats();
    },
    enqueue: (...turns) => void queue.push(...turns),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  requests: RecordedRequest[],
  models: readonly string[],
  turnFor: (request: RecordedRequest) => Turn,
): Promise<void> {
  const request = await record(incoming, response);
  requests.push(request);
  const { pathname } = new URL(request.path, 'http://127.0.0.1');
  if (pathname.endsWith('/chat/completions')) await playTurn(turnFor(request), request, response);
  else if (pathname.endsWith('/embeddings')) json(response, 200, embeddingsBody(request.body));
  else if (pathname.endsWith('/models')) {
    json(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model', owned_by: 'script' })) });
  } else json(response, 404, { error: { message: `The scripted model server has no ${pathname}` } });
}

async function record(incoming: IncomingMessage, response: ServerResponse): Promise<RecordedRequest> {
  const at = Date.now();
  const hungUp = new Promise<boolean>((resolve) => response.once('close', () => resolve(!response.writableFinished)));
  let text = '';
  incoming.setEncoding('utf8');
  for await (const part of incoming) text += String(part);
  const { method = '', url = '', headers, socket } = incoming;
  return { method, path: url, headers, body: parsed(text), clientPort: socket.remotePort, at, hungUp };
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const scriptIsOver = (call: number): Turn => ({
  fault: 'status',
  status: 500,
  message: `The script is over: it has no turn for call ${call + 1}`,
});

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
