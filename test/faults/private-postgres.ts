import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A Postgres server of the test's own, which it may restart as it likes. */
export interface PrivatePostgres {
  readonly url: string;
  /** Without a checkpoint and without a word to its clients, as in a crash. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Where the server's programs are: TEST_POSTGRES_BIN, or the newest of those that Debian installs, or what `pg_config` says. */
function programs(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const found = process.env.TEST_POSTGRES_BIN ?? (versions[0] && join(debian, versions[0], 'bin'));
  if (found !== undefined && existsSync(join(found, 'initdb'))) return found;
  try {
    return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  } catch {
    throw new Error('test:faults needs initdb and pg_ctl: expected their folder in TEST_POSTGRES_BIN, got nothing');
  }
}

export async function startPostgres(): Promise<PrivatePostgres> {
  const bin = programs();
  const folder = mkdtempSync(join(tmpdir(), 'react-postgres-'));
  const as = serverUser();
  if (as) chownSync(folder, as.uid, as.gid);
  const options = { cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' }, ...as };
  const data = join(folder, 'data');
  const control = (...args: string[]) => run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-s', ...args], options);
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'react', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'],
    options,
  );
  const port = await freePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c shared_buffers=16MB -c max_connections=60 -k ${folder}`;
  await control('-l', join(folder, 'log'), '-o', settings, 'start');
  return {
    url: `postgres://react@127.0.0.1:${port}/postgres`,
    restart: async () => void (await control('-l', join(folder, 'log'), '-m', 'immediate', '-o', settings, 'restart')),
    stop: async () => {
      await control('-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The server refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
