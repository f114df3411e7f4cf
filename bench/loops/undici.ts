import { Pool, type Dispatcher } from 'undici';
import { handLoop, type OnPiece } from './hand-loop';
import type { Loop, LoopSpec } from './loop';

type Body = Dispatcher.ResponseData['body'];

/** By hand on undici, without the SDK: what a call costs at the very least. */
export function undiciLoop(spec: LoopSpec): Loop {
  const { origin, pathname } = new URL(spec.baseUrl);
  const pool = new Pool(origin, { connections: 1024 });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer bench' };
  const { model, stream, fields } = spec;
  const complete = async (messages: unknown, onPiece?: OnPiece): Promise<string> => {
    const { body } = await pool.request({
      path: `${pathname}/chat/completions`,
      method: 'POST',
      headers,
      body: JSON.stringify({ model, ...fields, messages, stream }),
    });
    return stream ? streamedText(body, onPiece) : plainText(body);
  };
  return handLoop(spec, complete, () => pool.close());
}

async function plainText(body: Body): Promise<string> {
  const reply = JSON.parse(await body.text()) as { choices: { message: { content: string } }[] };
  return reply.choices[0]?.message.content ?? '';
}

async function streamedText(body: Body, onPiece?: OnPiece): Promise<string> {
  let text = '';
  let rest = '';
  body.setEncoding('utf8');
  for await (const part of body as AsyncIterable<string>) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const chunk = JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] };
      const piece = chunk.choices[0]?.delta.content ?? '';
      text += piece;
      onPiece?.(piece, text);
    }
  }
  return text;
}
