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

  it('is a ConfigError for a path that is no directory', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');

    const fault = faultOf(() => DataDirectoryLock.acquire(file));

    expect(fault).toBeInstanceOf(ConfigError);
    expect(fault).toHaveProperty(
      'message',
      `REACT_DATA_DIR ${JSON.stringify(file)} must be a directory that this process can write, got ENOTDIR`,
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
