import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../src/core/errors';
import { DataDirectoryLock } from '../../src/stores/data-directory-lock';
import { runChildScript } from '../support/child-script';
import { temporaryDirectory } from '../support/temporary-directory';

describe('the lock of a data directory', () => {
  const directory = temporaryDirectory();

  it('makes the directory, and is free again after its release', () => {
    const inner = join(directory, 'made', 'on', 'demand');

    for (let start = 0; start < 3; start++) {
      const lock = DataDirectoryLock.acquire(inner);
      lock.release();
      lock.release();
    }
  });

  it('is refused to a second taker, who is told which directory it is and what to do', () => {
    const taken = join(directory, 'taken');
    const lock = DataDirectoryLock.acquire(taken);

    const second = faultOf(() => DataDirectoryLock.acquire(taken));

    expect(second).toBeInstanceOf(ConfigError);
    expect(second).toHaveProperty(
      'message',
      `REACT_DATA_DIR ${JSON.stringify(taken)} is in use by another server process: ` +
        'stop that one, or give this one a directory of its own',
    );
    lock.release();
  });

  it('is held against another process, and ends with that one when it is killed', async () => {
    const shared = join(directory, 'shared');
    const holder = runChildScript('stores/hold-directory.ts', shared);
    expect(await holder.lines.next()).toMatchObject({ value: 'taken' });

    expect(() => DataDirectoryLock.acquire(shared)).toThrow('is in use by another server process');

    holder.end();
    expect(await holder.ended).toBe('SIGKILL');
    DataDirectoryLock.acquire(shared).release();
  });

  it.each([
    ['a file', join(directory, 'file'), 'it is a file, or lies below one (ENOTDIR)'],
    ['a path below a file', join(directory, 'file', 'data'), 'it is a file, or lies below one (ENOTDIR)'],
    ['a place that cannot be made', '/proc/x', 'the directory above it takes no new ones (ENOENT)'],
    ['a path with NUL', join(directory, 'a\0b'), 'a path cannot hold NUL (ERR_INVALID_ARG_VALUE)'],
    ['a name that is too long', join(directory, 'x'.repeat(300)), 'the name is too long (ENAMETOOLONG)'],
    [
      'a directory that lets nobody write',
      '/sys/x',
      /^(this user may not write there|the file system is read-only) \(E/,
    ],
  ])('for %s says what was expected, what it got and why', (_, path, reason) => {
    writeFileSync(join(directory, 'file'), '');

    const fault = faultOf(() => DataDirectoryLock.acquire(path)) as Error;

    expect(fault).toBeInstanceOf(ConfigError);
    const start = `REACT_DATA_DIR: expected a directory that this process can make and write, got ${JSON.stringify(path)}: `;
    expect(fault.message.slice(0, start.length)).toBe(start);
    expect(fault.message.slice(start.length)).toEqual(
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    );
  });
});

function faultOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
