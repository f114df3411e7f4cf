import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ConfigError } from '../core/errors';
import type { Principal } from './principal';

/** A key as it is configured: who it is, and the hash of what its owner sends. */
export interface AccessKey extends Principal {
  /** SHA-256 of the key in UTF-8, 64 hexadecimal digits. A key is random and long, so it needs no slow hash. */
  readonly sha256: string;
}

/** The callers that a list of keys knows. */
export class AccessKeys {
  readonly #entries: readonly { readonly digest: Buffer; readonly principal: Principal }[];

  /** @throws ConfigError for a hash that is none, an empty name or tenant, or two keys of one name or hash. */
  constructor(keys: readonly AccessKey[]) {
    checkKeys(keys);
    this.#entries = keys.map(({ sha256, name, tenant, scopes }) => ({
      digest: Buffer.from(sha256, 'hex'),
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
    let found: Principal | undefined;
    for (const entry of this.#entries) if (timingSafeEqual(entry.digest, digest)) found = entry.principal;
    return found;
  }
}

function checkKeys(keys: readonly AccessKey[]): void {
  if (keys.length === 0) throw new ConfigError('keys: expected at least one key, got an empty list');
  keys.forEach(({ name, tenant, sha256 }, index) => {
    const where = `keys[${index}]`;
    if (!/^[0-9a-f]{64}$/i.test(sha256))
      throw new ConfigError(`${where}.sha256: expected 64 hexadecimal digits, got a value (not shown)`);
    if (!name || !tenant) throw new ConfigError(`${where}: expected a name and a tenant, got an empty one`);
  });
  for (const part of ['name', 'sha256'] as const) {
    const values = new Set(keys.map((key) => key[part].toLowerCase()));
    if (values.size < keys.length) throw new ConfigError(`keys: expected each ${part} once, got one twice`);
  }
}
