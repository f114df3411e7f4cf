import type { FaultTurn, ReplyTurn, ScriptedCall, Stage, WireOddities } from './turns';

/** Exactly this text. */
export const says = (text: string, wire?: WireOddities): ReplyTurn => ({ text, ...(wire && { wire }) });

/** An answer in the text spelling. */
export const answers = (answer: string, thought = 'I can answer now.'): ReplyTurn =>
  says(`Thought: ${thought}\nFinal Answer: ${answer}`);

/** One step in the text spelling. */
export const thinksThenActs = (thought: string, tool: string, input: unknown): ReplyTurn =>
  says(
    `Thought: ${thought}\nAction: ${tool}\nAction Input: ${typeof input === 'string' ? input : JSON.stringify(input)}`,
  );

/** Native tool calls, as many as given, all in one reply. */
export const calls = (...list: ScriptedCall[]): ReplyTurn => ({ calls: list });

/** Reasoning in a field of its own, then text. */
export const reasons = (reasoning: string, text: string): ReplyTurn => ({ reasoning, text });

/** The same reply in another spelling. */
export const spelled = (turn: ReplyTurn, wire: WireOddities): ReplyTurn => ({
  ...turn,
  wire: { ...turn.wire, ...wire },
});

/** Cut by the token limit. */
export const cutAtLength = (text: string): ReplyTurn => ({ text, finishReason: 'length' });

/** The stream just ends: no `finish_reason`, no `[DONE]`. */
export const endsWithoutFinish = (text: string): ReplyTurn => ({ text, finishReason: null, wire: { noDone: true } });

/** A status other than 200, with the provider's usual error body. */
export const refuses = (status: number, message = 'Refused by the script'): FaultTurn => ({
  fault: 'status',
  status,
  message,
});

/** 401 whose body repeats the caller's key. */
export const echoesKey = (status = 401): FaultTurn => ({ fault: 'status', status, echoKey: true });

/** 429 with `retry-after` in seconds or as an HTTP date. */
export const rateLimited = (retryAfter?: number | string): FaultTurn => ({
  fault: 'status',
  status: 429,
  message: 'Slow down',
  ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
});

/** 400 about one field of the request, as OpenAI words it. */
export const refusesField = (field: string): FaultTurn => ({
  fault: 'status',
  status: 400,
  error: { message: `Unsupported parameter: '${field}' is not supported with this model.`, param: field },
});

export const resets = (after: Stage, text = 'Half of an'): FaultTurn => ({ fault: 'reset', after, text });

export const fallsSilent = (after: Stage, text = 'Half of an'): FaultTurn => ({ fault: 'silence', after, text });

export const raw = (body: string | Buffer, contentType = 'text/event-stream'): FaultTurn => ({
  fault: 'raw',
  body,
  contentType,
});

/** An error line in a stream that began with status 200. */
export const failsInStream = (text: string): FaultTurn =>
  raw(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text }, finish_reason: null }] })}\n\n` +
      'data: {"error":{"message":"upstream overloaded","code":529}}\n\ndata: [DONE]\n\n',
  );

/** A line that never ends; 400 MB at most. */
export const endlessLine = (maxBytes = 400_000_000): FaultTurn => ({ fault: 'endless-line', maxBytes });

/** A reply of so many letters. */
export const hugeReply = (chars: number): ReplyTurn => says('x'.repeat(chars), { pieceChars: 4096 });

/** The bytes `ff fe` and a cut character within the text. */
export const invalidUtf8 = (): FaultTurn =>
  raw(
    Buffer.concat([
      Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"before '),
      Buffer.from([0xff, 0xfe, 0x20, 0xe4, 0xbd]),
      Buffer.from(' after"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
    ]),
  );

/** Bodies with status 200 that are no reply: HTML, an error, nothing, an object, no choices, no message, cut JSON, no JSON. */
export const BAD_BODIES: readonly FaultTurn[] = [
  raw('<!doctype html><html><body>Welcome</body></html>', 'text/html'),
  raw('{"error":{"message":"The engine is overloaded","type":"server_error"}}', 'application/json'),
  raw('', 'application/json'),
  raw('{}', 'application/json'),
  raw('{"id":"x","object":"chat.completion","choices":[]}', 'application/json'),
  raw('{"choices":[{"index":0,"message":null,"finish_reason":"stop"}]}', 'application/json'),
  raw('{"choices":[{"index":0,"message":{"role":"assistant","content":"Half', 'application/json'),
  raw('upstream connect error', 'text/plain'),
];
