import { ModelError } from '../core/errors';
import type { FinishReason, ModelReply, ModelRequest, Usage } from '../core/model';
import type { ToolCall } from '../core/tool';
import { finishReasonOf, isInterrupted } from './finish-reason';
import { listOf, objectOf, textOf, type JsonObject } from './json-values';
import { ToolCallMerger } from './tool-call-merger';
import { estimatedUsage, usageOf } from './usage-figures';
import { wellFormed } from './wire-messages';

/**
 * Gathers one reply from what came over the wire, be it chunks of a stream or one whole body.
 * @throws ModelError `model_bad_reply` from any method, for what is no reply. The provider's words are never part of it.
 */
export class ChatReplyBuilder {
  #text = '';
  /** Text that nobody has taken yet. */
  #fresh = '';
  #reasoning = '';
  #finish: FinishReason | undefined;
  #usage: Usage | undefined;
  #sizeBytes = 0;
  readonly #calls = new ToolCallMerger();

  constructor(private readonly maxBytes: number) {}

  /** One event of a stream. What has neither choices nor an error is none of ours and passes. */
  addChunk(value: unknown): void {
    const chunk = objectOf(value);
    if (!chunk) throw badReply('sent a stream event that is not a JSON object');
    this.#refuseError(chunk);
    this.#usage = usageOf(chunk.usage) ?? this.#usage;
    for (const item of listOf(chunk.choices)) {
      const choice = objectOf(item);
      if (!choice || (choice.index ?? 0) !== 0) continue;
      const delta = objectOf(choice.delta) ?? objectOf(choice.message);
      if (delta) this.#addWords(delta, (piece) => this.#calls.addPiece(piece));
      this.#endChoice(choice);
    }
  }

  /** A whole body. Its end is certain, so a missing `finish_reason` does not matter here. */
  addBody(value: unknown): void {
    const body = objectOf(value);
    if (!body) throw badReply('answered with JSON that is not an object');
    this.#refuseError(body);
    const choice = objectOf(listOf(body.choices)[0]);
    if (!choice) throw badReply('answered without choices');
    const message = objectOf(choice.message) ?? objectOf(choice.delta);
    if (!message || !WORDS.some((name) => name in message)) throw badReply('answered without a message');
    this.#usage = usageOf(body.usage);
    this.#addWords(message, (piece) => this.#calls.addWhole(piece));
    this.#finish = 'stop';
    this.#endChoice(choice);
  }

  /** Whether the provider has said why the reply ends; nothing that matters follows. */
  get isFinished(): boolean {
    return this.#finish !== undefined;
  }

  /** The text since the last call. Half a surrogate pair at its end waits for the other half. */
  takeText(): string {
    if (this.#fresh === '') return '';
    const isHalf = !this.isFinished && isHighSurrogate(this.#fresh.charCodeAt(this.#fresh.length - 1));
    const text = wellFormed(isHalf ? this.#fresh.slice(0, -1) : this.#fresh);
    this.#fresh = isHalf ? this.#fresh.slice(-1) : '';
    this.#text += text;
    return text;
  }

  /** The reply; missing usage figures are estimated from what `model` was asked. */
  finish(request: Pick<ModelRequest, 'messages' | 'tools'>, model: string): ModelReply {
    if (this.#finish === undefined) throw badReply('ended its stream without a finish_reason');
    this.takeText();
    const calls = this.#calls.calls();
    return {
      text: this.#text,
      ...(this.#reasoning !== '' && { reasoning: wellFormed(this.#reasoning) }),
      calls,
      usage: this.#usage ?? estimatedUsage(request, this.#text + this.#reasoning + written(calls), model),
      finishReason: agreeing(this.#finish, calls.length),
    };
  }

  #addWords(words: JsonObject, addCall: (piece: unknown) => number): void {
    const text = contentOf(words.content) + textOf(words.refusal);
    const reasoning = textOf(words.reasoning_content) || textOf(words.reasoning);
    this.#fresh += text;
    this.#reasoning += reasoning;
    if (text !== '') this.#grow(Buffer.byteLength(text));
    if (reasoning !== '') this.#grow(Buffer.byteLength(reasoning));
    for (const piece of listOf(words.tool_calls)) this.#grow(addCall(piece));
    if (objectOf(words.function_call)) this.#grow(addCall(words.function_call));
  }

  #endChoice(choice: JsonObject): void {
    this.#usage = usageOf(choice.usage) ?? this.#usage;
    const reason = textOf(choice.finish_reason);
    if (reason === '') return;
    if (isInterrupted(reason)) throw badReply('broke the reply off');
    this.#finish = finishReasonOf(reason);
  }

  #grow(bytes: number): void {
    this.#sizeBytes += bytes;
    if (this.#sizeBytes > this.maxBytes) throw badReply(`sent a reply of more than ${this.maxBytes} bytes`);
  }

  #refuseError(body: JsonObject): void {
    if (body.error !== undefined && body.error !== null) throw badReply('sent an error in place of a reply');
  }
}

export const badReply = (what: string): ModelError =>
  new ModelError('model_bad_reply', `The model's provider ${what}.`);

const WORDS = ['content', 'tool_calls', 'function_call', 'refusal', 'reasoning_content', 'reasoning'];

const contentOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => textOf(objectOf(part)?.text)).join('') : textOf(content);

/** Calls as the model wrote them, about. */
const written = (calls: readonly ToolCall[]): string => (calls.length === 0 ? '' : JSON.stringify(calls.map(inputOf)));

const inputOf = ({ name, input }: { name: string; input: unknown }): unknown => [name, input];

/** Servers say `stop` beside calls, or `tool_calls` without any. */
function agreeing(reason: FinishReason, calls: number): FinishReason {
  if (reason === 'stop' && calls > 0) return 'tool_calls';
  return reason === 'tool_calls' && calls === 0 ? 'stop' : reason;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
