import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { RecordedRequest } from './recorded-request';
import type { FaultTurn, ReplyTurn, Turn } from './turns';
import { plainBody, streamEvents } from './wire-body';

/** Writes one turn as the answer to one request. Ends early when the client hangs up. */
export async function playTurn(turn: Turn, request: RecordedRequest, response: ServerResponse): Promise<void> {
  const { stream, model } = (request.body ?? {}) as { stream?: unknown; model?: unknown };
  const name = typeof model === 'string' ? model : 'scripted';
  if ('fault' in turn) await playFault(turn, request, response, stream === true);
  else await playReply(turn, response, (stream === true) !== (turn.wire?.otherMode === true), name);
}

async function playReply(turn: ReplyTurn, response: ServerResponse, stream: boolean, model: string): Promise<void> {
  response.writeHead(200, { 'content-type': stream ? 'text/event-stream; charset=utf-8' : 'application/json' });
  const parts = stream ? streamEvents(turn, model) : [JSON.stringify(plainBody(turn, model))];
  const { sliceBytes, pauseMs, pauseUntil, staysOpen } = turn.wire ?? {};
  // a quick server's events share their packets
  const writes = pauseMs === undefined && !pauseUntil ? [parts.join('')] : parts;
  for (const part of writes) {
    await pauseUntil?.(part);
    for (const slice of slices(Buffer.from(part), sliceBytes)) {
      if (!(await write(response, slice))) return;
      if (sliceBytes !== undefined) await nextTurn(); // or the kernel joins them again
    }
    if (pauseMs !== undefined) await sleep(pauseMs);
  }
  if (!staysOpen) response.end();
}

async function playFault(
  turn: FaultTurn,
  request: RecordedRequest,
  response: ServerResponse,
  stream: boolean,
): Promise<void> {
  switch (turn.fault) {
    case 'status':
      return playStatus(turn, request, response);
    case 'raw':
      response.writeHead(200, { 'content-type': turn.contentType ?? 'text/event-stream' }).end(turn.body);
      return;
    case 'reset':
      await writeUntil(turn, response, stream);
      await sleep(20); // what was written has to be on its way, a reset would take it back
      response.socket?.resetAndDestroy();
      return;
    case 'silence':
      return writeUntil(turn, response, stream);
    case 'endless-line':
      return playEndlessLine(turn.maxBytes, response, stream);
    default:
      return turn satisfies never;
  }
}

function playStatus(
  turn: Extract<FaultTurn, { fault: 'status' }>,
  { headers }: RecordedRequest,
  response: ServerResponse,
): void {
  const message = turn.echoKey
    ? `Incorrect API key provided: ${headers.authorization ?? ''}`
    : (turn.message ?? 'Fault');
  const error = turn.error ?? { message, type: 'scripted_error', code: null, param: null };
  response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers });
  response.end(JSON.stringify({ error }));
}

async function writeUntil(
  { after, text = '' }: Extract<FaultTurn, { fault: 'reset' | 'silence' }>,
  response: ServerResponse,
  stream: boolean,
): Promise<void> {
  if (after === 'request') return;
  response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
  response.flushHeaders();
  if (after === 'headers') return;
  const turn = { text, finishReason: null };
  const events = streamEvents(turn, 'scripted').slice(0, -1); // without [DONE]
  await write(
    response,
    Buffer.from(stream ? events.join('') : JSON.stringify(plainBody(turn, 'scripted')).slice(0, 200)),
  );
}

async function playEndlessLine(maxBytes: number, response: ServerResponse, stream: boolean): Promise<void> {
  response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
  await write(response, Buffer.from(`${stream ? 'data: ' : ''}{"choices":[{"index":0,"delta":{"content":"`));
  const block = Buffer.alloc(65_536, 'x');
  for (let sent = 0; sent < maxBytes; sent += block.length) if (!(await write(response, block))) return;
  response.end();
}

/** Takes the listener of the loser away. */
function stopper(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** False when the client is gone. */
async function write(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  if (response.destroyed) return false;
  if (response.write(bytes)) return true;
  const { signal, abort } = stopper();
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).finally(abort);
  return !response.destroyed;
}

function* slices(bytes: Buffer, size: number = Infinity): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
