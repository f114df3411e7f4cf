import type { LoggerService } from '@nestjs/common';
import { hidingSecrets } from './secrets';
import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';

/** Field names whose value is a secret wherever they stand. */
const SECRET_FIELDS = ['authorization', 'apiKey', 'api_key', 'password', 'token', 'secret', 'cookie'];
const REDACTED = SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/**
 * A structured logger: one JSON object a line, or the same on one line for people. Text from outside cannot make a line of its
 * own. `stream` is where it writes; a program that talks on stdout logs to stderr. `secrets` are hidden wherever they stand.
 */
export function createLogger(
  level: string,
  format: 'pretty' | 'json',
  { stream = 'stdout', secrets = [] }: { stream?: 'stdout' | 'stderr'; secrets?: readonly string[] } = {},
): Logger {
  const options = { level, base: null, redact: REDACTED, hooks: { streamWrite: hidingSecrets(secrets) } };
  const destination = stream === 'stdout' ? 1 : 2;
  if (format === 'json') return pino(options, pino.destination(destination));
  // singleLine writes fields as JSON, in which a line break is escaped
  return pino(
    options,
    pretty({
      destination,
      sync: true,
      singleLine: true,
      translateTime: 'SYS:HH:MM:ss.l',
      colorize: process[stream].isTTY,
    }),
  );
}

/** Scopes in which Nest tells how it puts the application together. */
const WIRING = new Set<unknown>(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Nest's logger on pino. Nest calls it with (message, ...more, context). */
export class PinoLoggerService implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...more: unknown[]): void {
    this.#write(WIRING.has(more.at(-1)) ? 'debug' : 'info', message, more);
  }

  error(message: unknown, ...more: unknown[]): void {
    this.#write('error', message, more);
  }

  warn(message: unknown, ...more: unknown[]): void {
    this.#write('warn', message, more);
  }

  debug(message: unknown, ...more: unknown[]): void {
    this.#write('debug', message, more);
  }

  verbose(message: unknown, ...more: unknown[]): void {
    this.#write('trace', message, more);
  }

  fatal(message: unknown, ...more: unknown[]): void {
    this.#write('fatal', message, more);
  }

  #write(level: Level, message: unknown, more: unknown[]): void {
    if (!this.logger.isLevelEnabled(level)) return;
    const context = more.at(-1);
    const scope = typeof context === 'string' ? { scope: context } : {};
    const rest = more.slice(0, typeof context === 'string' ? -1 : undefined).filter((part) => part !== undefined);
    if (typeof message === 'object' && message !== null) {
      const [text, ...others] = rest;
      const fields = message instanceof Error ? { err: message } : message;
      this.logger[level]({ ...scope, ...fields, ...(others.length > 0 && { more: others }) }, oneLine(text));
    } else {
      this.logger[level]({ ...scope, ...(rest.length > 0 && { more: rest }) }, oneLine(message));
    }
  }
}

/** pino-pretty prints the message as it is; a line break in it would forge a line. */
const oneLine = (text: unknown): string =>
  text === undefined ? '' : String(text).replaceAll('\r', '\\r').replaceAll('\n', '\\n');
