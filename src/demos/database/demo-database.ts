import type { Kysely } from 'kysely';

/** The app's own database, in which the demo domains keep their rows: `@Inject(DEMO_DATABASE) database: DemoDatabase`. */
export const DEMO_DATABASE = Symbol('DEMO_DATABASE');

// Each domain narrows the schema to its own tables with `withTables`.
export type DemoDatabase = Kysely<object>;

/** Folder for files of the demos (`REACT_DATA_DIR`). */
export const DEMO_DATA_DIR = Symbol('DEMO_DATA_DIR');

/** What is known of a database server, `DemoServer | undefined`; without it the database is a file of this process. */
export const DEMO_SERVER = Symbol('DEMO_SERVER');

export interface DemoServer {
  /** Of the app's own role. */
  readonly url: string;
  /** Of a role that may read and do nothing else, when the operator has made one. */
  readonly readerUrl?: string;
}
