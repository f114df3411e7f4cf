import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { ConfigError } from '../core/errors';
import { codeOf, isLocked } from './store-fault';

/**
 * Keeps a data directory for one server process. The lock is the operating system's, taken by an open SQLite transaction on a
 * file of its own: it ends with the process, however that dies, so no stale lock can keep the next start away.
 */
export class DataDirectoryLock {
  private constructor(private readonly handle: Libsql.Database) {}

  /**
   * Takes the directory, and makes it if need be.
   * @throws ConfigError when another process has it, or when it cannot be written.
   */
  static acquire(directory: string): DataDirectoryLock {
    let handle: Libsql.Database | undefined;
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      handle = new Libsql(join(directory, 'lock.db'));
      handle.exec('BEGIN EXCLUSIVE');
      return new DataDirectoryLock(handle);
    } catch (cause) {
      handle?.close();
      const problem = isLocked(cause)
        ? 'is in use by another server process: stop that one, or give this one a directory of its own'
        : `must be a directory that this process can write, got ${reasonOf(cause)}`;
      throw new ConfigError(`REACT_DATA_DIR ${JSON.stringify(directory)} ${problem}`, { cause });
    }
  }

  /** Lets the next process in. May be called twice. */
  release(): void {
    if (!this.handle.open) return;
    this.handle.exec('ROLLBACK');
    this.handle.close();
  }
}

const reasonOf = (error: unknown): string => codeOf(error) || 'an error when opening a file in it';
