import { deadline, isTimeout, type Deadline } from '../core/deadline';
import { ModelError } from '../core/errors';
import type { Model, ModelChunk, ModelReply, ModelRequest } from '../core/model';
import { Capabilities } from './capabilities';
import { ChatReplyBuilder } from './chat-reply';
import { ChatRequestWriter } from './chat-request';
import type { LeanResponse } from './lean-exchange';
import type { OpenAiModelSettings } from './openai-options';
import { ProviderEndpoint } from './provider-endpoint';
import { networkFault, silenceFault, statusFault, toolsRefused } from './provider-faults';
import { ReplyFlow } from './reply-flow';
import { ReplyReader } from './reply-reader';

/** What is read of the body of a fault, to tell what it is about. */
const MAX_FAULT_BYTES = 65_536;
const PING_MS = 3000;

/** One attempt at one reply: no retries but those that learn what this model's provider does not take. */
export class ChatCompletionsModel implements Model {
  readonly name: string;
  readonly #endpoint: ProviderEndpoint;
  readonly #capabilities = new Capabilities();
  readonly #writer: ChatRequestWriter;

  constructor(private readonly settings: OpenAiModelSettings) {
    this.name = settings.model;
    this.#endpoint = new ProviderEndpoint(settings);
    this.#writer = new ChatRequestWriter(settings, this.#capabilities);
  }

  get takesTools(): boolean {
    return this.#capabilities.takesTools;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    signal.throwIfAborted();
    const { idleTimeoutMs, maxReplyBytes } = this.settings;
    const idle = deadline(signal, idleTimeoutMs);
    const builder = new ChatReplyBuilder(maxReplyBytes);
    const reader = new ReplyReader(builder, maxReplyBytes);
    let flow: ReplyFlow | undefined;
    try {
      const { body } = await this.#answer(request, idle);
      flow = new ReplyFlow(body, (bytes) => {
        idle.refresh();
        reader.push(bytes);
        return reader.isDone;
      });
      while (!flow.isOver) {
        // once the finish_reason is there, a connection that breaks or hangs takes nothing away
        await flow.more(() => !builder.isFinished || signal.aborted);
        const text = builder.takeText();
        if (text !== '') yield { text };
      }
      if (signal.aborted) throw signal.reason;
      if (!flow.isCut) reader.end();
      const text = builder.takeText();
      if (text !== '') yield { text };
      yield { reply: withOwnNames(builder.finish(request, this.name), request) };
    } catch (error) {
      throw this.#faultOf(error, signal, idle);
    } finally {
      idle.dispose();
      flow?.release();
    }
  }

  /** Any answer of the provider will do. @throws ModelError when there is none within 3 s. */
  async ping(caller: AbortSignal): Promise<void> {
    const limit = deadline(caller, PING_MS);
    try {
      const { body } = await this.#endpoint.getModels(limit.signal);
      body.destroy();
    } catch (error) {
      caller.throwIfAborted();
      throw isTimeout(limit.signal) ? silenceFault(PING_MS) : networkFault(error);
    } finally {
      limit.dispose();
    }
  }

  /** The answer whose body is the reply. A field that the provider refuses is left out from then on. */
  async #answer(request: ModelRequest, idle: Deadline): Promise<LeanResponse> {
    for (;;) {
      const sent = this.#writer.fields(request);
      const response = await this.#endpoint.postChat(this.#writer.body(request), idle.signal);
      idle.refresh();
      const { status, headers } = response;
      if (status >= 200 && status < 300) return response;
      const body = await beginningOf(response, idle);
      if (request.tools?.length && this.#capabilities.learnTools(status, body)) throw toolsRefused(status);
      if (!this.#capabilities.learn(status, body, sent)) throw statusFault({ status, headers, body }, Date.now());
      idle.signal.throwIfAborted();
    }
  }

  #faultOf(error: unknown, signal: AbortSignal, idle: Deadline): unknown {
    if (signal.aborted) return signal.reason;
    if (error instanceof ModelError) return error;
    return isTimeout(idle.signal) ? silenceFault(this.settings.idleTimeoutMs) : networkFault(error);
  }
}

/** Tools that were sent under another name get theirs back. */
const withOwnNames = (reply: ModelReply, { ownNames }: ModelRequest): ModelReply =>
  ownNames
    ? { ...reply, calls: reply.calls.map((call) => ({ ...call, name: ownNames.get(call.name) ?? call.name })) }
    : reply;

/** The body of a fault as text, cut. A fault of its own while it is read leaves it at what was read. */
async function beginningOf({ body }: LeanResponse, idle: Deadline): Promise<string> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  const flow = new ReplyFlow(body, (bytes) => {
    idle.refresh();
    parts.push(bytes);
    sizeBytes += bytes.length;
    return sizeBytes > MAX_FAULT_BYTES;
  });
  try {
    while (!flow.isOver) await flow.more();
  } catch {
    idle.signal.throwIfAborted();
  } finally {
    flow.release();
  }
  return Buffer.concat(parts).toString('utf8').slice(0, MAX_FAULT_BYTES);
}
