import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EmbeddingServer {
  readonly baseUrl: string;
  /** Bodies of the requests so far. */
  readonly requests: { model: string; input: string[]; encoding_format: string }[];
  readonly authorizations: (string | undefined)[];
  /** Set to answer in another way than with vectors. */
  misbehave: ((response: ServerResponse) => void) | undefined;
  dimensions: number;
  close(): Promise<void>;
}

/**
 * An OpenAI-compatible `/v1/embeddings` whose vectors are made of the words in `concepts`: texts that hold words of one concept are
 * near each other, whatever characters they share. Rows are sent last first, as some servers do.
 */
export async function startEmbeddingServer(concepts: readonly (readonly string[])[]): Promise<EmbeddingServer> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      const asked = JSON.parse(body);
      state.requests.push(asked);
      state.authorizations.push(request.headers.authorization);
      if (request.url !== '/v1/embeddings') return void response.writeHead(404).end();
      if (state.misbehave) return state.misbehave(response);
      const data = asked.input.map((text: string, index: number) => ({
        object: 'embedding',
        index,
        embedding: vectorOf(text, concepts, state.dimensions),
      }));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', model: asked.model, data: data.reverse() }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const state: EmbeddingServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    authorizations: [],
    misbehave: undefined,
    dimensions: concepts.length + 4,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}

/** One number per concept, then a little noise that depends on the text alone. */
function vectorOf(text: string, concepts: readonly (readonly string[])[], dimensions: number): number[] {
  const noise = createHash('sha256').update(text).digest();
  return Array.from({ length: dimensions }, (_, index) => {
    const words = concepts[index];
    return words ? words.filter((word) => text.includes(word)).length : (noise[index % noise.length] ?? 0) / 2560;
  });
}
