import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Loop } from './loop';

/** Gives the text of one answer, piece by piece. */
export type Relay = (write: (piece: string) => void) => Promise<void>;

/**
 * A relay as one writes it by hand on Node's own HTTP server: a JSON body is read and believed, each piece is one `res.write` of
 * one event. No framework, no check, no heartbeat, no bound on what a client leaves unread, no end when it leaves.
 */
export async function relayServer(relay: Relay, close: () => Promise<void>): Promise<Loop> {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      JSON.parse(await bodyOf(request));
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
      await relay((text) => response.write(`data: ${JSON.stringify({ text })}\n\n`));
      response.end();
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ask: () => Promise.reject(new Error('A relay is asked over HTTP')),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const part of request as AsyncIterable<string>) text += part;
  return text;
}
