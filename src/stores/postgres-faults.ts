import { DatabaseError } from 'pg';

/** Codes of our own for what the driver tells only in words. */
export const CONNECTION_LOST = 'CONNECTION_LOST';
export const CONNECT_TIMEOUT = 'CONNECT_TIMEOUT';
export const QUERY_TIMEOUT = 'QUERY_TIMEOUT';

const SENTENCES: readonly (readonly [beginning: string, code: string])[] = [
  ['timeout exceeded when trying to connect', CONNECT_TIMEOUT],
  ['Connection terminated due to connection timeout', CONNECT_TIMEOUT],
  ['Query read timeout', QUERY_TIMEOUT],
  ['Connection terminated', CONNECTION_LOST],
  ['Client has encountered a connection error', CONNECTION_LOST],
  ['Client was closed', CONNECTION_LOST],
  ['The server does not support SSL connections', 'NO_SSL'],
];

/** The driver's error, with a code where it had none: what to do about an error is decided by its code. */
export function withCode(error: unknown): unknown {
  const message = fieldOf(error, 'message') ?? '';
  if (fieldOf(error, 'code') !== undefined) return error;
  const code = SENTENCES.find(([beginning]) => message.startsWith(beginning))?.[1];
  return code === undefined ? error : Object.assign(new Error(message, { cause: error }), { code });
}

/** Whether the connection cannot be used after this error: the socket broke, the server ended the session, or nobody answers. */
export function isConnectionOver(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.severity !== 'ERROR';
  return OVER.has(fieldOf(error, 'code') ?? '');
}

/** Not by `instanceof Error`: an error of Node's own may come from another realm than this code runs in. */
function fieldOf(error: unknown, name: 'code' | 'message'): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}

const OVER = new Set([
  ...[CONNECTION_LOST, CONNECT_TIMEOUT, QUERY_TIMEOUT, 'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE'],
  ...['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);
