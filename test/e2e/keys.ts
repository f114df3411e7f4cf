import { createHash } from 'node:crypto';

/** A key of a test is the name of its client with a few letters behind it. */
export const keyOf = (name: string): string => `rk_${name}_5f3b9c1e7d`;

export const bearer = (name: string): { authorization: string } => ({ authorization: `Bearer ${keyOf(name)}` });

/** `name:tenant:scopes` as an entry of REACT_API_KEYS. */
export const entryOf = (client: string): string =>
  `${client}:${createHash('sha256')
    .update(keyOf(client.split(':', 1)[0]!))
    .digest('hex')}`;

export const apiKeys = (...clients: string[]): { REACT_API_KEYS: string } => ({
  REACT_API_KEYS: clients.map(entryOf).join(','),
});
