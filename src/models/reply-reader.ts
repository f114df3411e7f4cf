import { StringDecoder } from 'node:string_decoder';
import { createParser, type EventSourceMessage, type EventSourceParser } from 'eventsource-parser';
import { badReply, type ChatReplyBuilder } from './chat-reply';

/** One line of a stream, or a whole JSON body, may be so many times larger than a reply: escapes take up to six bytes. */
const ESCAPED = 6;
/** A stream may be so many times larger than its reply: each token comes in a chunk of some hundred bytes. */
const CHUNKED = 64;
/** Events that a stream may have on top of one per two bytes of its reply. */
const SPARE_EVENTS = 10_000;
/** The parser searches for both kinds of line end in what it is fed, which is quadratic for a flood of one kind. */
const FEED_CHARS = 16_384;
/** Lines that are no SSE. A few come from proxies; the parser makes an error with a stack for each. */
const MAX_STRAY_LINES = 1000;

/**
 * Reads the bytes of a reply into a builder. The first character tells a JSON body from a stream: what the provider was asked
 * for, and what it says in `content-type`, is not always what it sends.
 */
export class ReplyReader {
  readonly #decoder = new StringDecoder('utf8');
  #kind: 'unknown' | 'json' | 'stream' | 'markup' = 'unknown';
  #json: string[] = [];
  #parser: EventSourceParser | undefined;
  #readBytes = 0;
  #strayLines = 0;
  #events = 0;
  #isDone = false;

  constructor(
    private readonly builder: ChatReplyBuilder,
    private readonly maxBytes: number,
  ) {}

  /** True after `[DONE]`. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** @throws ModelError `model_bad_reply` for what cannot become a reply. */
  push(bytes: Buffer): void {
    this.#readBytes += bytes.length;
    const limit = this.maxBytes * (this.#kind === 'stream' ? CHUNKED : ESCAPED) + 65_536;
    if (this.#readBytes > limit) throw badReply(`sent a body of more than ${limit} bytes`);
    this.#read(this.#decoder.write(bytes));
  }

  /** The body is over. */
  end(): void {
    this.#read(this.#decoder.end());
    if (this.#kind === 'json')
      this.builder.addBody(parsed(this.#json.join(''), 'answered with JSON that is cut or broken'));
    // a last event whose blank line is missing is whole all the same when its JSON is
    else if (this.#kind === 'stream' && !this.#isDone) this.#parser?.feed('\n\n');
    else if (this.#kind === 'unknown') throw badReply('answered with an empty body');
  }

  #read(text: string): void {
    if (text === '') return;
    if (this.#kind === 'unknown') this.#recognise(text);
    if (this.#kind === 'json') this.#json.push(text);
    for (let at = 0; this.#kind === 'stream' && at < text.length; at += FEED_CHARS) {
      this.#parser?.feed(at === 0 && text.length <= FEED_CHARS ? text : text.slice(at, at + FEED_CHARS));
    }
  }

  #recognise(text: string): void {
    const first = text.trimStart()[0];
    if (first === undefined) return;
    if (first === '<') throw badReply('answered with HTML: check the base URL');
    this.#kind = first === '{' || first === '[' || first === '"' ? 'json' : 'stream';
    if (this.#kind === 'json') return;
    this.#parser = createParser({
      maxBufferSize: this.maxBytes * ESCAPED + 65_536,
      onEvent: (event) => this.#event(event),
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') throw badReply('sent a stream with an endless line');
        if (++this.#strayLines > MAX_STRAY_LINES) throw badReply('sent text that is no event stream');
      },
    });
  }

  #event({ data, event }: EventSourceMessage): void {
    if (this.#isDone || data === '') return;
    if (data === '[DONE]' || data.trim() === '[DONE]') {
      this.#isDone = true;
      return;
    }
    if (event === 'error') throw badReply('sent an error in place of a reply');
    // `data: : keepalive` and the like: a comment that a proxy wrapped once more
    if (data.startsWith(':')) return;
    if (++this.#events > this.maxBytes / 2 + SPARE_EVENTS) throw badReply('sent a stream without an end');
    this.builder.addChunk(parsed(data, 'sent a stream event that is not JSON'));
  }
}

function parsed(json: string, fault: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw badReply(fault);
  }
}
