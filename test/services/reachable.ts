import { Client } from 'pg';
import { serverUrl } from './database';

/** Runs before tests that need a service: without it they fail at once, with what is missing; they are never skipped. */
export default async function reachable(): Promise<void> {
  const client = new Client({ connectionString: serverUrl(), connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { host, port, database } = client;
    const why = error instanceof Error ? error.message || String(error) : String(error);
    throw new Error(
      `These tests need Postgres: expected one at ${host}:${port}/${database ?? ''} (TEST_DATABASE_URL), got: ${why}`,
      { cause: undefined },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
