import { createServer, type AddressInfo, type Socket } from 'node:net';
import { nowUs } from './clock';
import { KEPT, scriptOf, STAMP, type Script } from './scripts';
import { jsonResponse, plainReply, streamedReply, type WireReply } from './wire-replies';

/*
 * A model that answers at once, as a process of its own. It reads HTTP by hand and sends bytes that were made before: it must
 * not be what the clients wait for.
 */

const replies = new Map<string, WireReply>();
const kept = new Map<string, string>();

createServer({ noDelay: true }, serve)
  .on('error', (error) => {
    throw error;
  })
  .listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, function (this: { address(): unknown }) {
    process.send?.((this.address() as AddressInfo).port);
  });
process.on('disconnect', () => process.exit());

function serve(socket: Socket): void {
  let read: Buffer = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    read = read.length === 0 ? bytes : Buffer.concat([read, bytes]);
    for (;;) {
      const headEnd = read.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = read.toString('latin1', 0, headEnd);
      const end = headEnd + 4 + contentLength(head);
      if (read.length < end) return;
      answer(socket, head, read.subarray(headEnd + 4, end));
      read = read.subarray(end);
    }
  });
}

function contentLength(head: string): number {
  const lower = head.toLowerCase();
  const at = lower.indexOf('content-length:');
  return at < 0 ? 0 : parseInt(lower.slice(at + 15), 10);
}

function answer(socket: Socket, head: string, body: Buffer): void {
  if (head.startsWith('GET ')) {
    socket.write(jsonResponse(kept.get(decodeURIComponent(head.slice(5, head.indexOf(' HTTP')))) ?? 'null'));
    return;
  }
  const model = valueAfter(body, '"model":"');
  const script = scriptOf(model);
  if (!script) throw new Error(`No script for the model "${model}"`);
  if (model.includes(KEPT)) kept.set(model, body.toString('utf8'));
  const reply = replyTo(model, script, stepOf(body), body.includes('"stream":true'));
  if (script.waitMs === undefined) send(socket, reply, script);
  else setTimeout(() => send(socket, reply, script), script.waitMs);
}

function valueAfter(body: Buffer, key: string): string {
  const start = body.indexOf(key) + key.length;
  return body.toString('latin1', start, body.indexOf('"', start));
}

/** Each earlier step is an assistant message. */
function stepOf(body: Buffer): number {
  let step = 0;
  for (let at = body.indexOf(ASSISTANT); at >= 0; at = body.indexOf(ASSISTANT, at + ASSISTANT.length)) step++;
  return step;
}

const ASSISTANT = '"role":"assistant"';

function replyTo(model: string, script: Script, step: number, isStreamed: boolean): WireReply {
  const key = `${model} ${step} ${isStreamed}`;
  let reply = replies.get(key);
  if (!reply) {
    const pieces = (isStreamed ? streamedReply : plainReply)(script.reply(step), model);
    reply = script.paceMs === undefined ? [Buffer.concat(pieces)] : pieces;
    replies.set(key, reply);
  }
  return reply;
}

function send(socket: Socket, reply: WireReply, script: Script, from = 0): void {
  const piece = reply[from];
  if (!piece || socket.destroyed) return;
  socket.write(stamped(piece));
  if (script.paceMs === 0) setImmediate(send, socket, reply, script, from + 1);
  else if (script.paceMs !== undefined) setTimeout(send, script.paceMs, socket, reply, script, from + 1);
}

/** A copy in which each placeholder tells the time, where there are any. */
function stamped(piece: Buffer): Buffer {
  let at = piece.indexOf(STAMP);
  if (at < 0) return piece;
  const copy = Buffer.from(piece);
  const now = nowUs().toString().padStart(STAMP.length, '0');
  for (; at >= 0; at = piece.indexOf(STAMP, at + STAMP.length)) copy.write(now, at, 'latin1');
  return copy;
}
