import type { Setting } from './setting';

/** Address of a Postgres database. The rest of it, such as `?sslmode=verify-full`, is the driver's to read. */
export const postgresUrl = (): Setting<string | undefined> => ({
  expected: 'postgres://user:password@host:port/database, with what is special in user and password percent-encoded',
  fallback: undefined,
  read: (raw) => {
    const url = URL.canParse(raw) ? new URL(raw) : undefined;
    if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) return undefined;
    return url.pathname.length > 1 && isEncoded(url) ? raw : undefined;
  },
});

function isEncoded({ username, password, pathname }: URL): boolean {
  try {
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}
