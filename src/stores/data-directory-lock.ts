import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { ConfigError, StoreError } from '../core/errors';
import { makeDirectory } from './make-directory';
import { OpenedFiles } from './opened-files';
import { codeOf, isLocked } from './store-fault';

/**
 * Keeps a data directory for one server process. The lock is the operating system's, taken by an open SQLite transaction on a
 * file of its own: it ends with the process, however that dies, so no stale lock can keep the next start away.
 */
export class DataDirectoryLock {
  private constructor(
    private readonly handle: Libsql.Database,
    private readonly files: OpenedFiles,
  ) {}

  /**
   * Takes the directory, and makes it if need be.
   * @throws ConfigError when another process has it, or when it cannot be written.
   */
  static acquire(directory: string): DataDirectoryLock {
    let handle: Libsql.Database | undefined;
    try {
      const file = join(directory, 'lock.db');
      makeDirectory(directory);
      // SQLite takes no lock on a file that it may only read, and says nothing
      if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
      handle = new Libsql(file);
      handle.exec('BEGIN EXCLUSIVE');
      return new DataDirectoryLock(handle, new OpenedFiles([file]));
    } catch (cause) {
      handle?.close();
      const got = JSON.stringify(directory);
      const problem = isLocked(cause)
        ? ` ${got} is in use by another server process: stop that one, or give this one a directory of its own`
        : `: expected a directory that this process can make and write, got ${got}: ${reasonOf(cause)}`;
      throw new ConfigError(`REACT_DATA_DIR${problem}`, { cause });
    }
  }

  /** @throws StoreError when the directory was deleted or moved: then the lock keeps nobody out of a new one. */
  check(): void {
    try {
      this.files.check();
    } catch (cause) {
      throw new StoreError('The data directory is gone: it was deleted or moved; restart the server', { cause });
    }
  }

  /** Lets the next process in. May be called twice. */
  release(): void {
    if (!this.handle.open) return;
    this.handle.exec('ROLLBACK');
    this.handle.close();
  }
}

/** By the system's code. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the directory above it takes no new ones',
  ENOTDIR: 'it is a file, or lies below one',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
  ERR_INVALID_ARG_VALUE: 'a path cannot hold NUL',
};

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const reason = REASONS[code] ?? 'a file in it cannot be opened';
  return code ? `${reason} (${code})` : reason;
}
