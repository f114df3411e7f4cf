import { NO_USAGE, type Model, type ModelChunk, type ModelReply, type ModelRequest, type Usage } from '../core/model';
import type { ToolCall } from '../core/tool';
import { finishReasonOf } from './finish-reason';

/** What the model replies; a string is a reply of that text. The turns that `nest-react-agent/testing` makes will do too. */
export type ScriptedReply =
  | string
  | {
      readonly text?: string;
      readonly reasoning?: string;
      readonly calls?: readonly ScriptedToolCall[];
      readonly usage?: Partial<Usage>;
      /** @default 'tool_calls' with calls, else 'stop' */
      readonly finishReason?: string | null;
    };

/** @see ToolCall; `id` may be left out. */
export type ScriptedToolCall = Omit<ToolCall, 'id'> & { readonly id?: string };

/** One reply, an error to throw, or a function of the request. */
export type ScriptedStep = ScriptedReply | Error | ((request: ModelRequest) => ScriptedReply | Error);

/** Replays replies in the process, one per call, and keeps the requests. For tests of agents and tools. */
export class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];

  constructor(
    private readonly script: readonly ScriptedStep[],
    readonly name = 'scripted',
  ) {}

  /** @throws Error when the script is over; an error of the script; the reason of `signal`. */
  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    signal.throwIfAborted();
    this.requests.push(request);
    const call = this.requests.length;
    const step = this.script[call - 1];
    if (step === undefined) throw new Error(`The script has ${this.script.length} replies, this is call ${call}`);
    const reply = typeof step === 'function' ? step(request) : step;
    if (reply instanceof Error) throw reply;
    const whole = wholeReply(reply);
    for (const text of words(whole.text)) {
      yield { text };
      signal.throwIfAborted();
    }
    yield { reply: whole };
  }
}

function wholeReply(given: ScriptedReply): ModelReply {
  const reply = typeof given === 'string' ? { text: given } : given;
  const calls = (reply.calls ?? []).map((call, order) => ({ ...call, id: call.id ?? `call_${order}` }));
  return {
    text: reply.text ?? '',
    ...(reply.reasoning !== undefined && { reasoning: reply.reasoning }),
    calls,
    usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 5, ...reply.usage },
    finishReason: finishReasonOf(reply.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop')),
  };
}

/** A few words at a time, each with the space before it. */
function words(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const next = text.indexOf(' ', at + 8);
    const end = next === -1 ? text.length : next;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}
