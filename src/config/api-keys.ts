import { isInstant } from '../core/date-checks';
import type { Setting } from './setting';

const SCOPES = ['ask', 'approve', 'write', 'admin'] as const;

/** One client: what it is called in the log, whose runs it sees, what it may do, and the hash of its key. */
export interface ApiKey {
  readonly name: string;
  readonly tenant: string;
  readonly scopes: readonly (typeof SCOPES)[number][];
  /** SHA-256 of the key, 64 hexadecimal digits in lower case. */
  readonly sha256: string;
  /** ISO 8601 instant with a zone. */
  readonly expiresAt?: string;
}

const WORD = /^[A-Za-z0-9_.-]{1,64}$/;
const WORD_RULE = '1 to 64 characters of A-Z, a-z, 0-9, _ . and -';

/** `name:tenant:scopes:sha256hex`, and `:expiresAt` if need be; several with commas between them. No fault shows a part: any of them may hold a key by mistake. */
export const apiKeys = (): Setting<readonly ApiKey[] | undefined> => ({
  expected: 'name:tenant:scopes:sha256hex or name:tenant:scopes:sha256hex:expiresAt, several with commas between them',
  fallback: undefined,
  read: (raw) => (faultsOf(raw).length === 0 ? entriesOf(raw).map(keyOf) : undefined),
  faults: faultsOf,
});

const entriesOf = (raw: string): string[] => raw.split(',').map((entry) => entry.trim());

const isScope = (word: string): word is ApiKey['scopes'][number] => (SCOPES as readonly string[]).includes(word);

function keyOf(entry: string): ApiKey {
  const [name = '', tenant = '', scopes = '', sha256 = '', ...expiry] = entry.split(':');
  return {
    ...{ name, tenant, scopes: scopes.split('+').filter(isScope), sha256: sha256.toLowerCase() },
    ...(expiry.length > 0 && { expiresAt: instantOf(expiry.join(':')) }),
  };
}

/** A day is its beginning, UTC. */
const instantOf = (expiry: string): string => (/^[\d-]{10}$/.test(expiry) ? `${expiry}T00:00:00Z` : expiry);

function faultsOf(raw: string): string[] {
  const entries = entriesOf(raw);
  const faults = entries.flatMap((entry, index) => partFaults(entry).map((fault) => `${fault} in key ${index + 1}`));
  if (faults.length > 0) return faults;
  const keys = entries.map(keyOf);
  return keys.flatMap(({ name, sha256 }, index) => {
    const before = keys.slice(0, index);
    const twice: string[] = [];
    if (before.some((other) => other.name === name)) twice.push(`another name in key ${index + 1}, which repeats one`);
    if (before.some((other) => other.sha256 === sha256))
      twice.push(`another hash in key ${index + 1}, which repeats one`);
    return twice;
  });
}

function partFaults(entry: string): string[] {
  const parts = entry.split(':');
  if (parts.length < 4) return ['name:tenant:scopes:sha256hex, four parts,'];
  const [name = '', tenant = '', scopes = '', sha256 = '', ...expiry] = parts;
  const words = scopes.split('+');
  const faults: string[] = [];
  if (!WORD.test(name)) faults.push(`a name of ${WORD_RULE}`);
  if (!WORD.test(tenant)) faults.push(`a tenant of ${WORD_RULE}`);
  if (!words.every(isScope) || new Set(words).size < words.length)
    faults.push(`scopes of ${SCOPES.join(', ')}, each once, joined by +,`);
  if (!/^[0-9a-f]{64}$/i.test(sha256)) faults.push('the SHA-256 of the key in 64 hexadecimal digits');
  if (expiry.length > 0 && !isInstant(instantOf(expiry.join(':'))))
    faults.push('as the fifth part, if any, a day or an instant with a zone when the key expires, e.g. 2027-01-31,');
  return faults;
}
