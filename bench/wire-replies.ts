import { CHUNK_CHARS, STAMP } from './scripts';

/** A whole HTTP response in the pieces in which it is sent. */
export type WireReply = readonly Buffer[];

const ID = { id: 'chatcmpl-bench-0001', created: 1_767_225_600 };

/** Small and the same for every step, so that no budget of tokens ends a run. */
const USAGE = { prompt_tokens: 40, completion_tokens: 20, total_tokens: 60 };

/** A stamp is never cut. */
const CHUNK = new RegExp(` ${STAMP}|(?:(?! ${STAMP})[^]){1,${CHUNK_CHARS}}`, 'g');

export function plainReply(text: string, model: string): WireReply {
  const message = { role: 'assistant', content: text, refusal: null };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: 'stop' }];
  return [jsonResponse(JSON.stringify({ ...ID, object: 'chat.completion', model, choices, usage: USAGE }))];
}

/** Server-sent events as OpenAI's API writes them, each in an HTTP chunk of its own. */
export function streamedReply(text: string, model: string): WireReply {
  const pieces: Buffer[] = [
    Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'),
    httpChunk(eventOf(model, { role: 'assistant', content: '', refusal: null }, null)),
  ];
  for (const [content] of text.matchAll(CHUNK)) pieces.push(httpChunk(eventOf(model, { content }, null)));
  const usage = JSON.stringify({ ...ID, object: 'chat.completion.chunk', model, choices: [], usage: USAGE });
  pieces.push(httpChunk(eventOf(model, {}, 'stop')), httpChunk(`data: ${usage}\n\n`));
  pieces.push(Buffer.concat([httpChunk('data: [DONE]\n\n'), Buffer.from('0\r\n\r\n')]));
  return pieces;
}

export const jsonResponse = (json: string): Buffer =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );

function eventOf(model: string, delta: object, finish_reason: string | null): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason }];
  const chunk = { ...ID, object: 'chat.completion.chunk', model, system_fingerprint: 'fp_bench', choices };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

const httpChunk = (text: string): Buffer => Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
