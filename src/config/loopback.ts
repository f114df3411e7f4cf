import { isIPv4 } from 'node:net';

/** Whether only this machine reaches it, as an address to listen on or as the name in a request. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
