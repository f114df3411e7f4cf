import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { DataDirectoryLock } from '../../src/stores/data-directory-lock';
import { sqlite } from '../../src/stores/dialects';
import { makeDirectory } from '../../src/stores/make-directory';
import type { StoreSchema } from '../../src/stores/schema';
import { SqlStore } from '../../src/stores/sql.store';
import { appendRun, readEvents } from '../support/append-run';
import { anAnsweredRun } from '../support/builders';
import { temporaryDirectory } from '../support/temporary-directory';

const directory = temporaryDirectory();
let files = 0;
const nextFile = (): string => join(directory, `lost-${++files}`, 'react.db');
const aSecond = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1050));

describe('a store whose file was taken away', () => {
  const GONE = { code: 'store_failed', message: expect.stringContaining('The database file is gone') };

  it.each([
    ['its folder was deleted', (file: string) => rmSync(dirname(file), { recursive: true })],
    ['its folder was moved', (file: string) => renameSync(dirname(file), `${dirname(file)}-moved`)],
    ['its write-ahead log was deleted', (file: string) => rmSync(`${file}-wal`)],
    [
      'another file has its name',
      (file: string) => {
        renameSync(file, `${file}.old`);
        writeFileSync(file, '');
      },
    ],
  ])('neither stores nor is ready when %s', async (_, takeAway) => {
    const file = nextFile();
    const store = await SqlStore.open(sqlite({ file }));
    await appendRun(store, 'run-1', anAnsweredRun());
    await aSecond();
    await store.ping(); // the files are known by now

    takeAway(file);
    await aSecond();

    await expect(appendRun(store, 'run-2', anAnsweredRun())).rejects.toMatchObject(GONE);
    await expect(store.ping()).rejects.toMatchObject(GONE);
    await store.close();
  });

  it('goes on when the same file is back', async () => {
    const file = nextFile();
    const store = await SqlStore.open(sqlite({ file }));
    renameSync(dirname(file), `${dirname(file)}-moved`);
    await aSecond();
    await expect(appendRun(store, 'run-1', anAnsweredRun())).rejects.toMatchObject(GONE);

    renameSync(`${dirname(file)}-moved`, dirname(file));
    await appendRun(store, 'run-1', anAnsweredRun());

    expect(await readEvents(store, 'acme', 'run-1')).toHaveLength(8);
    await store.close();
  });

  it('has a lock that says so too, as a new server could start in a new folder', () => {
    const folder = join(directory, 'locked');
    const lock = DataDirectoryLock.acquire(folder);
    expect(() => lock.check()).not.toThrow();

    rmSync(join(folder, 'lock.db'));

    expect(() => lock.check()).toThrow('The data directory is gone');
    lock.release();
  });
});

describe('readiness of a store', () => {
  it('is refused when there is no room for an append, and given again once there is', async () => {
    const database = sqlite<StoreSchema>({ file: nextFile() });
    const store = await SqlStore.open(database);
    await sql`PRAGMA max_page_count = 60`.execute(database);
    for (let isFull = false, index = 0; !isFull; index++) {
      await appendRun(store, `run-${index}`, anAnsweredRun()).catch(() => (isFull = true));
    }

    await expect(store.ping()).rejects.toMatchObject({ message: 'The store is full: free disk space' });

    await sql`PRAGMA max_page_count = 100000`.execute(database);
    await store.ping();
    await store.close();
  });

  it('leaves one row, however often it is asked', async () => {
    const database = sqlite<StoreSchema>({ file: nextFile() });
    const store = await SqlStore.open(database);

    await Promise.all([store.ping(), store.ping()]);
    await store.ping();

    expect(await database.selectFrom('store_checks').select('check_id').execute()).toHaveLength(1);
    await store.close();
  });
});

describe('opening and closing', () => {
  it('200 times leaves no file open once the statements are collected', async () => {
    const file = nextFile();
    const openOnce = async () => (await SqlStore.open(sqlite({ file }))).close();
    for (let round = 0; round < 200; round++) await openOnce();

    // a second turn: what is finalised frees the connection that it was of
    for (let turn = 0; turn < 3; turn++) await collectGarbage();
    expect(openFilesBelow(dirname(file))).toEqual([]);
  }, 60_000);

  it('makes the folders that are missing, one in another', () => {
    const inner = join(directory, 'one', 'in', 'another');
    makeDirectory(inner);
    makeDirectory(inner);
    expect(readdirSync(inner)).toEqual([]);
  });

  it.each([
    ['below a file', 'ENOTDIR', join(directory, 'a-file', 'below', 'it')],
    ['where nothing can be made', 'ENOENT', '/proc/no-folder-here/below'],
  ])('is an error with a code, and ends, %s', (_, code, path) => {
    writeFileSync(join(directory, 'a-file'), '');
    expect(() => makeDirectory(path)).toThrow(expect.objectContaining({ code }));
  });
});

const DESCRIPTORS = '/proc/self/fd';

/** Where the system shows them; elsewhere none, so that nothing is claimed. */
function openFilesBelow(folder: string): string[] {
  if (!existsSync(DESCRIPTORS)) return [];
  return readdirSync(DESCRIPTORS)
    .map((descriptor) => targetOf(join(DESCRIPTORS, descriptor)))
    .filter((target) => target.startsWith(folder));
}

function targetOf(descriptor: string): string {
  try {
    return readlinkSync(descriptor);
  } catch {
    return ''; // the one that listed the folder is closed again
  }
}

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
