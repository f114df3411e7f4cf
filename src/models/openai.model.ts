import type { Model, ModelChunk, ModelRequest } from '../core/model';
import { ChatCompletionsModel } from './chat-completions.model';
import { openAiModelSettings, type OpenAiModelOptions } from './openai-options';
import { RetryingModel } from './retrying.model';

/**
 * A model behind any endpoint that speaks OpenAI's `/chat/completions`: OpenAI, DeepSeek, Qwen, Moonshot, Ollama, vLLM and so on.
 * It retries by itself (`RetryingModel`), so nothing around it should. Errors hold neither the key nor the provider's own words.
 */
export class OpenAiModel implements Model {
  readonly name: string;
  readonly #once: ChatCompletionsModel;
  readonly #model: RetryingModel;

  /** @throws ConfigError for options that cannot work. */
  constructor(options: OpenAiModelOptions) {
    const settings = openAiModelSettings(options);
    const { maxAttempts, timeoutMs } = settings;
    this.name = settings.model;
    this.#once = new ChatCompletionsModel(settings);
    this.#model = new RetryingModel(this.#once, { maxAttempts, timeoutMs });
  }

  /** False once the provider has refused tools; holds for all runs of this model until the process ends. */
  get takesTools(): boolean {
    return this.#once.takesTools;
  }

  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk> {
    return this.#model.stream(request, signal);
  }

  /** Whether the provider can be reached, for readiness checks: any HTTP answer within 3 s will do. @throws ModelError */
  ping(signal: AbortSignal): Promise<void> {
    return this.#once.ping(signal);
  }
}
