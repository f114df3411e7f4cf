import type { ModelRequest } from '../core/model';
import type { JsonSchema } from '../core/tool';
import type { Capabilities } from './capabilities';
import type { OpenAiModelSettings } from './openai-options';
import { wireMessages, wireTools } from './wire-messages';

type Format = { readonly [Name in 'stop' | 'json' | 'jsonSchema']: ModelRequest[Name] };

type SmallFields = Format & {
  readonly refusals: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly text: string;
};

/** Writes request bodies. The large parts, messages and tools, are joined from JSON that was made before. */
export class ChatRequestWriter {
  #lastSmall: SmallFields | undefined;

  constructor(
    private readonly settings: OpenAiModelSettings,
    private readonly capabilities: Capabilities,
  ) {}

  body(request: ModelRequest): string {
    const { replayReasoning } = this.settings;
    const tools = request.tools && request.tools.length > 0 ? `,"tools":${wireTools(request.tools)}` : '';
    return `${this.#small(request).text}${tools},"messages":${wireMessages(request.messages, { replayReasoning })}}`;
  }

  /** The small fields of `body`, without those of `extraBody`: what a refusal may be about. */
  fields(request: ModelRequest): Readonly<Record<string, unknown>> {
    return this.#small(request).fields;
  }

  /** Everything but messages and tools, without the closing brace; the same for all requests of a protocol. */
  #small({ stop, json, jsonSchema }: ModelRequest): SmallFields {
    const { refusals } = this.capabilities;
    const last = this.#lastSmall;
    if (
      last &&
      last.stop === stop &&
      last.json === json &&
      last.jsonSchema === jsonSchema &&
      last.refusals === refusals
    )
      return last;
    const fields = this.#made({ stop, json, jsonSchema });
    const text = JSON.stringify({ ...fields, ...this.settings.extraBody }).slice(0, -1);
    return (this.#lastSmall = { stop, json, jsonSchema, refusals, fields, text });
  }

  #made({ stop, json, jsonSchema }: Format): Record<string, unknown> {
    const { model, stream, temperature, maxTokens } = this.settings;
    const fields: Record<string, unknown> = { model, stream };
    if (this.capabilities.takes('temperature')) fields.temperature = temperature;
    if (stream && this.capabilities.takes('stream_options')) fields.stream_options = { include_usage: true };
    if (stop && stop.length > 0 && this.capabilities.takes('stop')) fields.stop = stop;
    const format = json ? responseFormat(jsonSchema, this.capabilities) : undefined;
    if (format) fields.response_format = format;
    if (maxTokens !== undefined) {
      fields[this.capabilities.takes('max_tokens') ? 'max_tokens' : 'max_completion_tokens'] = maxTokens;
    }
    return fields;
  }
}

/** A schema where the server takes one, else JSON mode, else nothing: the prompt asks for JSON as well. */
function responseFormat(schema: JsonSchema | undefined, capabilities: Capabilities): object | undefined {
  if (schema && capabilities.takes('json_schema')) {
    // not strict: a strict schema has no room for a tool's input, whose shape depends on the tool
    return { type: 'json_schema', json_schema: { name: 'step', schema, strict: false } };
  }
  return capabilities.takes('response_format') ? { type: 'json_object' } : undefined;
}
