import { createHash, randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { Client } from 'pg';

/** A database of this name has to exist already; the tests make others beside it. */
export function serverUrl(): string {
  const url = new URL(process.env.TEST_DATABASE_URL ?? 'postgres://127.0.0.1:5432/test');
  url.username ||= userInfo().username;
  return url.href;
}

/** An empty database of its own, and how to get rid of it. */
export interface OwnDatabase {
  readonly url: string;
  readonly name: string;
  drop(): Promise<void>;
}

/** Its roles are named after it, so that they go with it. */
export async function makeDatabase(at = serverUrl(), encoding = 'UTF8'): Promise<OwnDatabase> {
  const name = `react_test_${randomBytes(6).toString('hex')}`;
  await asOwner(at, (client) =>
    client.query(`create database ${name} template template0 encoding '${encoding}' locale 'C'`),
  );
  const url = new URL(at);
  url.pathname = `/${name}`;
  const drop = (): Promise<void> =>
    asOwner(at, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
      const { rows } = await client.query<{ rolname: string }>(
        'select rolname from pg_roles where rolname in ($1, $2)',
        [`plain_${name}`, `react_sql_${createHash('md5').update(name).digest('hex')}`],
      );
      for (const { rolname } of rows) await client.query(`drop role if exists ${client.escapeIdentifier(rolname)}`);
    });
  return { url: url.href, name, drop };
}

/** A database for this spec file, dropped after it. Call `url()` from hooks and tests only. */
export function ownDatabase(): { url(): string } {
  let made: OwnDatabase | undefined;
  beforeAll(async () => {
    made = await makeDatabase();
  });
  afterAll(() => made?.drop());
  return {
    url: () => {
      if (!made) throw new Error('The database is there only while tests run');
      return made.url;
    },
  };
}

/** Does `work` over one connection of its own. */
export async function asOwner<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same database through another address, such as that of a fault proxy. */
export function through(databaseUrl: string, host: string): string {
  const url = new URL(databaseUrl);
  url.host = host;
  return url.href;
}

/** Where a database is reached. */
export function addressOf(databaseUrl: string): { host: string; port: number } {
  const { hostname, port } = new URL(databaseUrl);
  return { host: hostname || '127.0.0.1', port: Number(port || 5432) };
}
