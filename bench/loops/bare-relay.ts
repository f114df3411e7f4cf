import { Pool } from 'undici';
import type { Loop, LoopSpec } from './loop';
import { relayServer, type Relay } from './relay-server';

/**
 * No loop at all: one model call on undici, its lines cut at line ends, the text of each event written on. What a relay costs at
 * the very least, for a script whose first reply is the answer.
 */
export function bareRelay({ baseUrl, model, stream, opening, fields }: LoopSpec): Promise<Loop> {
  const { origin, pathname } = new URL(baseUrl);
  const pool = new Pool(origin, { connections: 1024 });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer bench' };
  const path = `${pathname}/chat/completions`;
  const relay: Relay = async (write) => {
    const body = JSON.stringify({ model, ...fields, messages: opening, stream });
    const reply = (await pool.request({ path, method: 'POST', headers, body })).body.setEncoding('utf8');
    let rest = '';
    reply.on('data', (part: string) => {
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const piece = textOf(line);
        if (piece) write(piece);
      }
    });
    await new Promise((resolve, reject) => reply.on('end', resolve).on('error', reject));
  };
  return relayServer(relay, () => pool.close());
}

function textOf(line: string): string | undefined {
  if (!line.startsWith('data: {')) return undefined;
  const chunk = JSON.parse(line.slice('data: '.length)) as { choices: { delta: { content?: string } }[] };
  return chunk.choices[0]?.delta.content;
}
