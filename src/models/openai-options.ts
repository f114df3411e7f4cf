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
  checkShape(options);
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const filled = { ...DEFAULTS, ...(given as unknown as OpenAiModelOptions) };
  checkUrl(filled.baseUrl);
  const settings = { ...filled, replayReasoning: filled.replayReasoning ?? wantsReasoning(filled) };
  // the SDK would put a key with a line break into its own error
  if (settings.apiKey !== undefined && !/^[\x21-\x7e]+$/.test(settings.apiKey)) {
    throw new ConfigError('apiKey: expected printable ASCII without spaces or line breaks, got another text');
  }
  for (const [name, value] of Object.entries<string>(settings.extraHeaders)) {
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value)) continue;
    throw new ConfigError(
      `extraHeaders: expected HTTP header names and printable ASCII values, got others at ${JSON.stringify(name)}`,
    );
  }
  checkExtraBody(settings.extraBody);
  checkWhole('timeoutMs', settings.timeoutMs, 2_147_483_647);
  checkWhole('idleTimeoutMs', settings.idleTimeoutMs, 2_147_483_647);
  checkWhole('maxReplyBytes', settings.maxReplyBytes, 16 * 1024 * 1024);
  checkWhole('maxAttempts', settings.maxAttempts, 10);
  return settings;
}

/** What a caller in plain JavaScript, or one with an unset variable, can get wrong. */
function checkShape(options: OpenAiModelOptions): void {
  expect(isObject(options), 'The options of OpenAiModel', 'an object with at least a model', options);
  const { model, baseUrl, apiKey, extraBody, extraHeaders, stream, replayReasoning, temperature, maxTokens } = options;
  const isAbsentOr = (value: unknown, isRight: boolean): boolean => value === undefined || isRight;
  expect(typeof model === 'string' && model.trim() !== '', 'model', 'the name of a model', model);
  expect(isAbsentOr(baseUrl, typeof baseUrl === 'string'), 'baseUrl', 'an http or https URL', baseUrl);
  expect(isAbsentOr(apiKey, typeof apiKey === 'string'), 'apiKey', 'a text', apiKey);
  expect(isAbsentOr(extraBody, isObject(extraBody)), 'extraBody', 'an object', extraBody);
  const areTexts = isObject(extraHeaders) && Object.values(extraHeaders).every((value) => typeof value === 'string');
  expect(isAbsentOr(extraHeaders, areTexts), 'extraHeaders', 'an object of texts', extraHeaders);
  expect(isAbsentOr(stream, typeof stream === 'boolean'), 'stream', 'true or false', stream);
  const isFlag = isAbsentOr(replayReasoning, typeof replayReasoning === 'boolean');
  expect(isFlag, 'replayReasoning', 'true or false', replayReasoning);
  expect(isAbsentOr(temperature, Number.isFinite(temperature)), 'temperature', 'a number', temperature);
  const isWhole = isAbsentOr(maxTokens, Number.isSafeInteger(maxTokens) && Number(maxTokens) > 0);
  expect(isWhole, 'maxTokens', 'an integer of 1 or more', maxTokens);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a text only that it is one is told, or that it is empty: it may be a key in the wrong place. */
function expect(isRight: boolean, name: string, expected: string, got: unknown): void {
  if (isRight) return;
  const text = typeof got === 'string' ? (got.trim() === '' ? 'an empty text' : 'a text') : undefined;
  const shown = text ?? (typeof got === 'object' && got !== null ? 'an object' : String(got));
  throw new ConfigError(`${name}: expected ${expected}, got ${shown}`);
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
    const got = baseUrl.trim() === '' ? 'an empty text' : 'a text that is none';
    throw new ConfigError(`baseUrl: expected an http or https URL such as https://api.openai.com/v1, got ${got}`);
  }
  if (url.username || url.password)
    throw new ConfigError('baseUrl: expected no user and no password (use apiKey), got one');
  if (url.search || url.hash) throw new ConfigError('baseUrl: expected no query and no fragment, got one');
}

/** Fields that belong to the adapter. */
const OWN_FIELDS = ['messages', 'model', 'n', 'stop', 'stream', 'tools'];

function checkExtraBody(extraBody: object): void {
  const own = OWN_FIELDS.filter((name) => Object.hasOwn(extraBody, name));
  if (own.length > 0)
    throw new ConfigError(`extraBody: expected nothing that the adapter sets itself, got ${own.join(', ')}`);
}

function checkWhole(name: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= max) return;
  throw new ConfigError(`${name}: expected an integer from 1 to ${max}, got ${value}`);
}
