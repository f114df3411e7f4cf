import { ReActError, StoreError } from '../core/errors';
import { FILE_GONE } from './opened-files';

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
