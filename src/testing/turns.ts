import type { RecordedRequest } from './recorded-request';

/** A call as the scripted model makes it. A string is sent as it is, so it may be broken JSON. */
export interface ScriptedCall {
  readonly name: string;
  readonly input: unknown;
  /** @default call_0, call_1 … */
  readonly id?: string;
}

/** One reply of the scripted model. */
export interface ReplyTurn {
  readonly text?: string;
  readonly reasoning?: string;
  readonly refusal?: string;
  readonly calls?: readonly ScriptedCall[];
  /** As on the wire; null leaves it out. @default 'tool_calls' with calls, else 'stop' */
  readonly finishReason?: string | null;
  /** @default 10 in, 5 out */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number; readonly cachedInputTokens?: number };
  /** How the server spells it, where servers differ. */
  readonly wire?: WireOddities;
}

/** Legal or common ways to spell the same reply. The defaults are OpenAI's. */
export interface WireOddities {
  /** @default '\n' */
  readonly newline?: '\n' | '\r\n' | '\r';
  /** `data:{…}` without the space. */
  readonly noSpace?: boolean;
  /** Comments and empty keep-alive events between the chunks. */
  readonly comments?: boolean;
  /** The stream ends without `[DONE]`. */
  readonly noDone?: boolean;
  /** The connection stays open after the last event. */
  readonly staysOpen?: boolean;
  /** Text units per chunk. @default 8 */
  readonly pieceChars?: number;
  /** Bytes per write, to cut characters and lines in two. */
  readonly sliceBytes?: number;
  /** Ms between writes. */
  readonly pauseMs?: number;
  /** Asked before each event (or the plain body), with its bytes-to-be: it is written when the promise resolves. */
  readonly pauseUntil?: (next: string) => Promise<unknown>;
  /** @default 'last', in a chunk of its own before `[DONE]` */
  readonly usage?: 'last' | 'every' | 'null' | 'in-choice' | 'none';
  /** `index` of a tool call's pieces. */
  readonly index?: 'counted' | 'missing' | 'zero';
  /** `id` and `name` in the pieces after the first; `none` leaves ids out altogether. */
  readonly ids?: 'once' | 'repeated' | 'empty' | 'fresh' | 'none';
  /** How arguments come. @default 'pieces' */
  readonly args?: 'pieces' | 'whole' | 'object' | 'none';
  /** The deprecated `function_call` in place of `tool_calls`. */
  readonly functionCall?: boolean;
  /** @default 'reasoning_content' */
  readonly reasoningField?: 'reasoning_content' | 'reasoning';
  /** Streams though it was asked not to, or the other way round. */
  readonly otherMode?: boolean;
}

/** How far an exchange gets before it goes wrong. */
export type Stage = 'request' | 'headers' | 'text';

export type FaultTurn =
  /** An answer with another status. `echoKey` puts the caller's `authorization` header into the body. */
  | {
      readonly fault: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly message?: string;
      readonly error?: Readonly<Record<string, unknown>>;
      readonly echoKey?: boolean;
    }
  /** Bytes as they are. */
  | { readonly fault: 'raw'; readonly body: string | Buffer; readonly contentType?: string }
  /** The connection is reset. */
  | { readonly fault: 'reset'; readonly after: Stage; readonly text?: string }
  /** Nothing comes any more, and the connection stays open. */
  | { readonly fault: 'silence'; readonly after: Stage; readonly text?: string }
  /** A line, or a JSON string, that does not end until the client goes or `maxBytes` are sent. */
  | { readonly fault: 'endless-line'; readonly maxBytes: number };

export type Turn = ReplyTurn | FaultTurn;

/** What the server plays: one item per call, or a function that is asked at each call (`call` counts from 0). */
export type ModelScript = readonly ScriptItem[] | ((request: RecordedRequest, call: number) => Turn | undefined);
export type ScriptItem = Turn | ((request: RecordedRequest) => Turn);
