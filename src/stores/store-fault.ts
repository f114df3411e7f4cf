import { ReActError, StoreError } from '../core/errors';
import { FILE_GONE } from './opened-files';
import { CONNECT_TIMEOUT, CONNECTION_LOST, QUERY_TIMEOUT } from './postgres-faults';

/** What an operator can do something about, by the driver's code. */
const KNOWN: readonly (readonly [code: string, message: string])[] = [
  [FILE_GONE, 'The database file is gone: it was deleted or moved while the server had it open; restart the server'],
  ['SQLITE_FULL', 'The store is full: free disk space'],
  ['ENOSPC', 'The store is full: free disk space'],
  ['SQLITE_BUSY', 'The store is locked by another process'],
  ['SQLITE_LOCKED', 'The store is locked by another process'],
  ['SQLITE_READONLY', 'The store is read-only'],
  ['EROFS', 'The store is read-only'],
  ['SQLITE_CANTOPEN', 'The store cannot be opened: its file or folder may not be read and written'],
  ['EACCES', 'The store cannot be opened: its file or folder may not be read and written'],
  ['SQLITE_CORRUPT', 'The store is damaged: restore it from a backup'],
  ['SQLITE_NOTADB', 'The store is no database file'],
  ['53100', 'The store is full: free disk space on the database server'],
  ['53300', 'The store has no free connection: the database server has too many clients'],
  ['25006', 'The store is read-only: the database server is a standby, or told to be read-only'],
  ['28', 'The database server refuses the user or the password'],
  ['3D000', 'There is no such database on the database server'],
  ['42501', 'The user of the database may not do what the store needs'],
  ['57P03', 'The store cannot be reached: the database server is starting or stopping'],
  ['57P', 'The store cannot be reached: the database server ended the connection'],
  ['ECONNREFUSED', 'The store cannot be reached: nothing listens at the address of the database server'],
  ['ENOTFOUND', 'The store cannot be reached: the name of the database server is unknown'],
  ['EAI_AGAIN', 'The store cannot be reached: the name of the database server cannot be looked up now'],
  [CONNECTION_LOST, 'The store cannot be reached: the connection to the database server broke'],
  ['ECONNRESET', 'The store cannot be reached: the connection to the database server broke'],
  ['EPIPE', 'The store cannot be reached: the connection to the database server broke'],
  [CONNECT_TIMEOUT, 'The store cannot be reached: the database server gave no connection in time'],
  ['ETIMEDOUT', 'The store cannot be reached: the database server gave no connection in time'],
  [QUERY_TIMEOUT, 'The store cannot be reached: the database server did not answer in time'],
  ['57014', 'The database server did not finish in time'],
  ['NO_SSL', 'The database server takes no encrypted connections'],
];

/**
 * A driver's error as ours. The driver's message may hold the path of the file, so it stays in `cause`, for the log alone.
 * @param done what could not be done, as a participle: `written`, `read`.
 */
export function storeFault(error: unknown, done: string): ReActError {
  if (error instanceof ReActError) return error;
  const code = codeOf(error);
  const suffix = code && ` (${code})`;
  return new StoreError(adviceOn(error) ?? `The store could not be ${done}${suffix}`, { cause: error });
}

/** What an operator should do about a driver's or the system's error, where that is known. */
export function adviceOn(error: unknown): string | undefined {
  const code = codeOf(error);
  return KNOWN.find(([prefix]) => code.startsWith(prefix))?.[1];
}

/** The driver's code, such as `SQLITE_FULL`; empty when there is none. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Another process is writing; SQLite says so instead of waiting. */
export const isLocked = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');
