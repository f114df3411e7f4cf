import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isPublicAddress } from './public-address';

/** An address that a fetch must not reach. */
export class NotPublicError extends Error {
  constructor(readonly host: string) {
    super(`${host} is not on the public internet`);
  }
}

/**
 * Connects to public addresses only. The check is in the lookup that the connection itself makes, and the connection goes to the
 * address that was checked: a name that changes its address between a check and the use (DNS rebinding) finds no gap.
 */
export function publicAgent(resolve: LookupFunction = systemLookup): Agent {
  return new Agent({ connections: 1, pipelining: 0, connect: { lookup: checked(resolve) } });
}

/** Node connects to a literal address without a lookup, so it is judged from the URL. */
export function isLiteralAndNotPublic({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host);
}

const systemLookup: LookupFunction = (host, options, callback) => lookup(host, options, callback);

/** One address that is not public spoils the name: an attacker chooses the order of the others. */
const checked =
  (resolve: LookupFunction): LookupFunction =>
  (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found as LookupAddress[];
      const isSafe = addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (!isSafe || !first) return callback(new NotPublicError(host), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
