import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isInstant } from '../core/date-checks';
import { ConfigError } from '../core/errors';
import type { Principal } from './principal';

/** A key as it is configured: who it is, and the hash of what its owner sends. */
export interface AccessKey extends Principal {
  /** SHA-256 of the key in UTF-8, 64 hexadecimal digits. A key is random and long, so it needs no slow hash. */
  readonly sha256: string;
  /** ISO 8601 instant with a zone, from which the key is like a wrong one. @default never */
  readonly expiresAt?: string;
}

interface Entry {
  readonly digest: Buffer;
  /** Epoch ms. */
  readonly expiresAt: number;
  readonly principal: Principal;
}

/** The callers that a list of keys knows. */
export class AccessKeys {
  readonly #entries: readonly Entry[];

  /** @throws ConfigError for a hash or an expiry that is none, an empty name or tenant, or two keys of one name or hash. */
  constructor(
    keys: readonly AccessKey[],
    private readonly now: () => number = Date.now,
  ) {
    checkKeys(keys);
    this.#entries = keys.map(({ sha256, name, tenant, scopes, expiresAt }) => ({
      digest: Buffer.from(sha256, 'hex'),
      expiresAt: expiresAt === undefined ? Infinity : Date.parse(expiresAt),
      principal: { name, tenant, scopes },
    }));
  }

  /** Whose key the request bears; undefined for none and for an unknown one. */
  readonly identify = ({ headers }: IncomingMessage): Principal | undefined => {
    const [, key] = /^bearer +([^ ].{0,4095})$/i.exec(headers.authorization ?? '') ?? [];
    return key === undefined ? undefined : this.find(key);
  };

  /** Compares with every key, each in constant time, so that the time tells nothing of which key, or how much of it, is right. */
  find(key: string): Principal | undefined {
    const digest = createHash('sha256').update(key).digest();
    let found: Entry | undefined;
    for (const entry of this.#entries) if (timingSafeEqual(entry.digest, digest)) found = entry;
    return found && this.now() < found.expiresAt ? found.principal : undefined;
  }
}

function checkKeys(keys: readonly AccessKey[]): void {
  if (keys.length === 0) throw new ConfigError('keys: expected at least one key, got an empty list');
  keys.forEach(({ name, tenant, sha256, expiresAt }, index) => {
    const where = `keys[${index}]`;
    if (!/^[0-9a-f]{64}$/i.test(sha256))
      throw new ConfigError(`${where}.sha256: expected 64 hexadecimal digits, got a value (not shown)`);
    if (!name || !tenant) throw new ConfigError(`${where}: expected a name and a tenant, got an empty one`);
    if (expiresAt !== undefined && !isInstant(expiresAt))
      throw new ConfigError(`${where}.expiresAt: expected an ISO 8601 instant with a zone, got a value (not shown)`);
  });
  for (const part of ['name', 'sha256'] as const) {
    const values = new Set(keys.map((key) => key[part].toLowerCase()));
    if (values.size < keys.length) throw new ConfigError(`keys: expected each ${part} once, got one twice`);
  }
}
