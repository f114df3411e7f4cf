import type { IncomingMessage } from 'node:http';
import type { AccessKey } from './access-keys';
import type { Principal } from './principal';

/** Tells who sends a request, or that nobody knows: undefined, which is answered with 401. */
export type Identify = (request: IncomingMessage) => Principal | undefined | Promise<Principal | undefined>;

/** Who may call. Without `keys` and `identify` everybody may do everything, as one tenant. */
export interface AccessOptions {
  /** Bearer keys, by their hash. */
  readonly keys?: readonly AccessKey[];
  /** An app's own way, e.g. from what its guard put on the request. Instead of `keys`. */
  readonly identify?: Identify;
  /** Requests that one caller may send in a minute; 0 for as many as it likes. @default 600 */
  readonly requestsPerMinute?: number;
}

export const ACCESS_OPTIONS = Symbol('ACCESS_OPTIONS');
