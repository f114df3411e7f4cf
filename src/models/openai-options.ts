import { ConfigError } from '../core/errors';

/** Any endpoint that speaks OpenAI's `/chat/completions`. */
export interface OpenAiModelOptions {
  /** Up to and including the version. @default 'https://api.openai.com/v1' */
  readonly baseUrl?: string;
  /** Absent for servers that want none: then no `authorization` header is sent. */
  readonly apiKey?: string;
  readonly model: string;
  /** Whether the provider is asked to stream. A reply reads the same either way. @default true */
  readonly stream?: boolean;
  /** @default 0.1 */
  readonly temperature?: number;
  /** Tokens of one reply, sent as `max_tokens` or, where that is refused, as `max_completion_tokens`. Not sent by default. */
  readonly maxTokens?: number;
  /** More fields of the request body, e.g. `{ enable_thinking: false }`; they win over `temperature` and the like. Not `messages`, `model` and the others that the adapter sets. */
  readonly extraBody?: Readonly<Record<string, unknown>>;
  readonly extraHeaders?: Readonly<Record<string, string>>;
  /**
   * Whether the reasoning of a turn with tool calls goes back with it (`reasoning_content`): DeepSeek refuses the next request
   * without it, others refuse it. @default true when the model's name or the host holds `deepseek`
   */
  readonly replayReasoning?: boolean;
  /** A whole call in ms: every attempt and the waits between them. @default 120000 */
  readonly timeoutMs?: number;
  /** The longest silence of the provider in ms, before the headers or between two bytes. @default 30000 */
  readonly idleTimeoutMs?: number;
  /** Text, reasoning and arguments of one reply in bytes of UTF-8; what is read from the wire is bounded by a multiple. @default 1048576 */
  readonly maxReplyBytes?: number;
  /** Requests for one reply while the provider fails and nothing was shown yet. @default 3 */
  readonly maxAttempts?: number;
}

export type OpenAiModelSettings = OpenAiModelOptions & Required<Omit<OpenAiModelOptions, 'apiKey' | 'maxTokens'>>;

/** @throws ConfigError for an option that no call could work with. The key is never part of the message. */
export function openAiModelSettings(options: OpenAiModelOptions): OpenAiModelSettings {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const filled = { ...DEFAULTS, ...(given as unknown as OpenAiModelOptions) };
  checkUrl(filled.baseUrl);
  const settings = { ...filled, replayReasoning: filled.replayReasoning ?? wantsReasoning(filled) };
  if (!settings.model) throw new ConfigError('model must be the name of a model, got an empty string');
  // the SDK would put a key with a line break into its own error
  if (settings.apiKey !== undefined && !/^[\x21-\x7e]+$/.test(settings.apiKey)) {
    throw new ConfigError('apiKey must be printable ASCII without spaces or line breaks');
  }
  for (const [name, value] of Object.entries<string>(settings.extraHeaders)) {
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value)) continue;
    throw new ConfigError(
      `extraHeaders must hold HTTP header names and printable ASCII values, see ${JSON.stringify(name)}`,
    );
  }
  checkExtraBody(settings.extraBody);
  checkWhole('timeoutMs', settings.timeoutMs, 2_147_483_647);
  checkWhole('idleTimeoutMs', settings.idleTimeoutMs, 2_147_483_647);
  checkWhole('maxReplyBytes', settings.maxReplyBytes, 16 * 1024 * 1024);
  checkWhole('maxAttempts', settings.maxAttempts, 10);
  return settings;
}

const wantsReasoning = ({ baseUrl, model }: { baseUrl: string; model: string }): boolean =>
  [new URL(baseUrl).hostname, model].some((name) => name.toLowerCase().includes('deepseek'));

const DEFAULTS = {
  baseUrl: 'https://api.openai.com/v1',
  stream: true,
  temperature: 0.1,
  extraBody: {},
  extraHeaders: {},
  timeoutMs: 120_000,
  idleTimeoutMs: 30_000,
  maxReplyBytes: 1024 * 1024,
  maxAttempts: 3,
};

function checkUrl(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError('baseUrl must be an http or https URL such as https://api.openai.com/v1');
  }
  if (url.username || url.password) throw new ConfigError('baseUrl must not hold a user or a password; use apiKey');
  if (url.search || url.hash) throw new ConfigError('baseUrl must not hold a query or a fragment');
}

/** Fields that belong to the adapter. */
const OWN_FIELDS = ['messages', 'model', 'n', 'stop', 'stream', 'tools'];

function checkExtraBody(extraBody: object): void {
  const own = OWN_FIELDS.filter((name) => Object.hasOwn(extraBody, name));
  if (own.length > 0)
    throw new ConfigError(`extraBody must not set what the adapter sets itself, got: ${own.join(', ')}`);
}

function checkWhole(name: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= max) return;
  throw new ConfigError(`${name} must be an integer from 1 to ${max}, got ${value}`);
}
