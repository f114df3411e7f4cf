import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildParts } from '../../src/app-parts';
import { readEnvironment } from '../../src/config/environment';
import { ConfigError } from '../../src/core/errors';
import { temporaryDirectory } from '../support/temporary-directory';

const partsIn = (folder: string) => buildParts(readEnvironment({ REACT_DATA_DIR: folder }));

describe('the data directory of the service', () => {
  const directory = temporaryDirectory();

  it('is not ready once it was deleted under the server', async () => {
    const folder = join(directory, 'deleted');
    const { readiness, agentOptions, close } = await partsIn(folder);
    expect(await readiness.check()).toMatchObject({ status: 'ok', checks: { store: { status: 'ok' } } });

    rmSync(folder, { recursive: true });

    const gone = { status: 'down', detail: expect.stringContaining('The data directory is gone') };
    expect(await readiness.check()).toMatchObject({ status: 'down', checks: { store: gone } });
    await agentOptions.store?.close();
    close();
  });

  it.each([
    ['a place where no folder can be made', '/proc/no-folder-here', 'got "/proc/no-folder-here": '],
    ['a file that is no database', 'damaged', 'The store is no database file'],
  ])('that is %s stops the start, names the setting, and is free for the next start', async (_, name, message) => {
    const folder = join(name.startsWith('/') ? '/' : directory, name);
    if (!name.startsWith('/')) {
      mkdirSync(folder);
      writeFileSync(join(folder, 'react.db'), 'no database '.repeat(500));
    }
    for (let start = 0; start < 2; start++) {
      const starting = partsIn(folder);
      await expect(starting).rejects.toThrow(ConfigError);
      await expect(starting).rejects.toThrow('REACT_DATA_DIR');
      await expect(starting).rejects.toThrow(JSON.stringify(folder));
      await expect(starting).rejects.toThrow(message);
    }
  });
});
