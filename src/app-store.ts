import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { Environment } from './config/environment';
import { ConfigError, StoreError } from './core/errors';
import type { CheckResult } from './health/readiness';
import { DataDirectoryLock } from './stores/data-directory-lock';
import { postgres, sqlite } from './stores/dialects';
import { SqlStore } from './stores/sql.store';
import type { StoreSchema } from './stores/schema';

type AppDatabase = ReturnType<typeof postgres<StoreSchema>>;

/** The database of the runs and of the demos. */
export interface AppStore {
  readonly database: AppDatabase;
  readonly store: SqlStore;
  readonly check: () => Promise<CheckResult>;
  /** Lets go of what the store does not close. */
  readonly close: () => void;
}

/** @throws ConfigError that names the setting: whatever is wrong with the store, it is wrong there. */
export const openStore = ({ DATABASE_URL, REACT_DATA_DIR }: Environment): Promise<AppStore> =>
  DATABASE_URL === undefined ? openEmbedded(REACT_DATA_DIR) : openServer(DATABASE_URL);

async function openEmbedded(directory: string): Promise<AppStore> {
  const lock = DataDirectoryLock.acquire(directory);
  const database = sqlite<StoreSchema>({ file: join(directory, 'react.db') });
  try {
    const store = await opened(database, `REACT_DATA_DIR ${JSON.stringify(directory)}: `, true);
    const check = async (): Promise<CheckResult> => {
      lock.check();
      await store.ping();
      return { status: 'ok', detail: 'embedded SQLite' };
    };
    return { database, store, check, close: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openServer(url: string): Promise<AppStore> {
  const logger = new Logger('Postgres');
  const onLost = ({ message }: Error): void => logger.warn(`An idle connection broke: ${message}`);
  const database = postgres<StoreSchema>({ url, onLost });
  const expected = `DATABASE_URL: expected a Postgres database that can be reached and written, got ${placeOf(url)}: `;
  const store = await opened(database, expected, false);
  const check = async (): Promise<CheckResult> => {
    await store.ping();
    return { status: 'ok', detail: 'Postgres' };
  };
  return { database, store, check, close: () => undefined };
}

async function opened(database: AppDatabase, prefix: string, isOnlyProcess: boolean): Promise<SqlStore> {
  try {
    return await SqlStore.open(database, { isOnlyProcess });
  } catch (error) {
    await database.destroy().catch(() => undefined); // it may never have been opened
    if (!(error instanceof StoreError)) throw error;
    throw new ConfigError(`${prefix}${error.message}`, { cause: error });
  }
}

/** Host, port and database: what else is in a URL is nobody's business. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host || 'localhost'}${pathname}`;
}
