import { ConfigError } from '../core/errors';
import { apiKeys } from './api-keys';
import { isLoopback } from './loopback';
import { postgresUrl } from './postgres-url';
import { apiKey, extraBody, httpHeaders, serviceUrl } from './provider-setting';
import { decimal, hostNames, integer, isoInstant, notYet, onOff, oneOf, optionalInteger } from './setting';
import { optionalList, optionalOneOf, text, textOr, timeZone, type Setting } from './setting';

/** Every variable that the service reads. `.env.example` and the README say what each means. */
export const ENVIRONMENT_VARIABLES = {
  HOST: textOr('127.0.0.1', 'a host name or an address'),
  PORT: integer(3000, 0, 65535),
  OPENAI_BASE_URL: serviceUrl(),
  OPENAI_API_KEY: apiKey(),
  OPENAI_MODEL: text('the name of a model'),
  OPENAI_STREAM: onOff(true, 'on', 'off'),
  OPENAI_SMALL_MODEL: text('the name of a model'),
  OPENAI_EMBEDDING_MODEL: text('the name of an embedding model'),
  OPENAI_EXTRA_BODY: extraBody(),
  OPENAI_EXTRA_HEADERS: httpHeaders(),
  OPENAI_TEMPERATURE: decimal(0.1, 0, 2),
  REACT_PROTOCOL: optionalOneOf('text', 'json', 'native', 'auto'),
  REACT_DEFAULT_AGENT: textOr('sales', 'the name of an agent'),
  REACT_MAX_STEPS: integer(10, 1, 1000),
  REACT_MAX_TOKENS: integer(60_000, 1, 100_000_000),
  REACT_DEADLINE_MS: integer(180_000, 1000, 86_400_000),
  REACT_CONTEXT_TOKENS: integer(24_000, 1000, 10_000_000),
  REACT_MODEL_TIMEOUT_MS: integer(120_000, 100, 86_400_000),
  REACT_MODEL_IDLE_TIMEOUT_MS: integer(30_000, 100, 86_400_000),
  REACT_APPROVALS: onOff(true, 'on', 'off'),
  REACT_APPROVALS_EXEMPT: optionalList('names of tools with commas between them, each once'),
  REACT_APPROVAL_TTL_MS: integer(604_800_000, 1000, 31_536_000_000),
  REACT_CLOCK: isoInstant(),
  REACT_TIME_ZONE: timeZone('Asia/Shanghai'),
  REACT_DATA_DIR: textOr('./data', 'a folder'),
  REACT_RETENTION_DAYS: optionalInteger(1, 36_500),
  REACT_API_KEYS: apiKeys(),
  REACT_RATE_LIMIT: integer(600, 0, 1_000_000),
  REACT_MAX_IN_FLIGHT: integer(64, 1, 10_000),
  REACT_MAX_IN_FLIGHT_PER_KEY: integer(8, 1, 10_000),
  REACT_ALLOW_ANONYMOUS: onOff(false, 'true', 'false'),
  REACT_ALLOWED_HOSTS: hostNames(),
  SEARXNG_URL: serviceUrl(),
  DATABASE_URL: postgresUrl(),
  REACT_SQL_DATABASE_URL: postgresUrl(),
  REDIS_URL: notYet('no value (runs stay in this process)'),
  LOG_LEVEL: oneOf('info', 'fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  LOG_FORMAT: oneOf('pretty', 'pretty', 'json'),
} as const satisfies Record<string, Setting<unknown>>;

export type Environment = {
  readonly [Name in keyof typeof ENVIRONMENT_VARIABLES]: (typeof ENVIRONMENT_VARIABLES)[Name] extends Setting<infer T>
    ? T
    : never;
};

/** Variables whose value is never shown, not even in an error. */
const SECRET = new Set([
  'OPENAI_API_KEY',
  'OPENAI_EXTRA_HEADERS',
  'OPENAI_EXTRA_BODY',
  'REACT_API_KEYS',
  'DATABASE_URL',
  'REACT_SQL_DATABASE_URL',
  'REDIS_URL',
]);

/**
 * Reads and checks every variable; an empty one counts as unset.
 * @throws ConfigError with one line for each variable that is wrong: name, expected, got.
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown>>(ENVIRONMENT_VARIABLES)) {
    const raw = variables[name]?.trim() ?? '';
    const value = raw === '' ? setting.fallback : setting.read(raw);
    if (raw !== '' && value === undefined)
      for (const expected of setting.faults?.(raw) ?? [setting.expected])
        faults.push(`${name}: expected ${expected}, got ${shown(name, raw)}`);
    values[name] = value;
  }
  const environment = values as Environment;
  faults.push(...contradictions(environment));
  if (faults.length > 0) throw new ConfigError(`The settings are wrong:\n  ${faults.join('\n  ')}`);
  return environment;
}

const shown = (name: string, raw: string): string =>
  SECRET.has(name) || mayHoldSecret(raw) ? 'a value (not shown)' : JSON.stringify(raw.slice(0, 100));

/** An address may hold a password before its host, or a key in its query. */
const mayHoldSecret = (raw: string): boolean => raw.includes('@') || raw.includes('?');

function contradictions(environment: Environment): string[] {
  const faults: string[] = [];
  if (environment.OPENAI_BASE_URL && !environment.OPENAI_MODEL) {
    faults.push('OPENAI_MODEL: expected the name of a model because OPENAI_BASE_URL is set, got nothing');
  }
  if (environment.OPENAI_SMALL_MODEL && !environment.OPENAI_MODEL) {
    faults.push('OPENAI_MODEL: expected the name of a model because OPENAI_SMALL_MODEL is set, got nothing');
  }
  if (environment.OPENAI_MODEL && !environment.OPENAI_BASE_URL && !environment.OPENAI_API_KEY) {
    faults.push(
      'OPENAI_API_KEY: expected a key for api.openai.com, or OPENAI_BASE_URL for another endpoint, got neither',
    );
  }
  if (environment.REACT_SQL_DATABASE_URL && !environment.DATABASE_URL) {
    faults.push('REACT_SQL_DATABASE_URL: expected no value, because DATABASE_URL is not set, got a value (not shown)');
  }
  if (environment.OPENAI_EMBEDDING_MODEL && !environment.OPENAI_BASE_URL && !environment.OPENAI_API_KEY) {
    faults.push('OPENAI_EMBEDDING_MODEL: expected OPENAI_BASE_URL or OPENAI_API_KEY beside it, got neither');
  }
  if (!isLoopback(environment.HOST) && !environment.REACT_API_KEYS && !environment.REACT_ALLOW_ANONYMOUS) {
    faults.push(
      `HOST: expected a loopback address (127.0.0.1, ::1, localhost) because no keys are configured, got ${JSON.stringify(environment.HOST)}; ` +
        'set REACT_API_KEYS, or REACT_ALLOW_ANONYMOUS=true to serve everyone who can reach it',
    );
  }
  return faults;
}
