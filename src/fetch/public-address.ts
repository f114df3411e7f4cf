import { process as unmapped } from 'ipaddr.js';

/**
 * Whether an address is one of the public internet: not loopback, private, link-local (cloud metadata), carrier-grade NAT,
 * multicast, reserved, or an IPv6 form that carries an IPv4 address inside (6to4, Teredo, NAT64). An IPv4 address mapped into
 * IPv6 is judged as IPv4. Ranges are those of the IANA special-purpose registries, as `ipaddr.js` keeps them.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false; // a zone names an interface of this machine
  try {
    return unmapped(address).range() === 'unicast';
  } catch {
    return false; // no address at all
  }
}
