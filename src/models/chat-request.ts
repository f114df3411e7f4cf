import type { ModelRequest } from '../core/model';
import type { Capabilities, OptionalField } from './capabilities';
import type { OpenAiModelSettings } from './openai-options';
import { wireMessages, wireTools } from './wire-messages';

/** Fields that belong to the adapter: an `extraBody` cannot set them. */
const OWN_FIELDS = ['model', 'messages', 'tools', 'stream', 'n'];

/** Writes request bodies. The large parts, messages and tools, are joined from JSON that was made before. */
export class ChatRequestWriter {
  readonly #extra: Record<string, unknown>;
  #lastSmall: { stop: ModelRequest['stop']; json: ModelRequest['json']; refusals: number; text: string } | undefined;

  constructor(
    private readonly settings: OpenAiModelSettings,
    private readonly capabilities: Capabilities,
  ) {
    this.#extra = Object.fromEntries(Object.entries(settings.extraBody).filter(([name]) => !OWN_FIELDS.includes(name)));
  }

  body(request: ModelRequest): string {
    const small = this.#small(request);
    const tools = request.tools && request.tools.length > 0 ? `,"tools":${wireTools(request.tools)}` : '';
    return `${small}${tools},"messages":${wireMessages(request.messages)}}`;
  }

  /** Whether `body` sends this field. */
  sends(request: ModelRequest, field: OptionalField): boolean {
    return field in this.#fields(request);
  }

  /** Everything but messages and tools, without the closing brace; the same for all requests of a protocol. */
  #small(request: ModelRequest): string {
    const { stop, json } = request;
    const { refusals } = this.capabilities;
    const last = this.#lastSmall;
    if (last && last.stop === stop && last.json === json && last.refusals === refusals) return last.text;
    const text = JSON.stringify(this.#fields(request)).slice(0, -1);
    this.#lastSmall = { stop, json, refusals, text };
    return text;
  }

  #fields({ stop, json }: ModelRequest): Record<string, unknown> {
    const { model, stream, temperature, maxTokens } = this.settings;
    const fields: Record<string, unknown> = { model, stream };
    if (this.capabilities.takes('temperature')) fields.temperature = temperature;
    if (stream && this.capabilities.takes('stream_options')) fields.stream_options = { include_usage: true };
    if (stop && stop.length > 0 && this.capabilities.takes('stop')) fields.stop = stop;
    if (json && this.capabilities.takes('response_format')) fields.response_format = { type: 'json_object' };
    if (maxTokens !== undefined) {
      fields[this.capabilities.takes('max_tokens') ? 'max_tokens' : 'max_completion_tokens'] = maxTokens;
    }
    return { ...fields, ...this.#extra };
  }
}
