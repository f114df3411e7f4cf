import { Inject, Injectable, Optional } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigError } from '../core/errors';
import { ForbiddenError, RateLimitedError, UnauthorizedError } from './access-errors';
import { AccessKeys } from './access-keys';
import { ACCESS_OPTIONS, type AccessOptions, type Identify } from './access-options';
import { ANYBODY, mayUse, type Principal, type Scope } from './principal';
import { WindowCounter } from './window-counter';

/** Wrong keys from one address in a window; those that follow are told to wait. A request without any is no guess. */
const MAX_WRONG_KEYS = 60;
const WRONG_KEYS_WINDOW_MS = 60_000;

const DEFAULT_REQUESTS_PER_MINUTE = 600;
const MINUTE_MS = 60_000;

/** The caller of each request that was let in. */
const callers = new WeakMap<IncomingMessage, Principal>();

/** Knows who may do what. */
@Injectable()
export class Access {
  readonly #identify: Identify;
  readonly #limit: number;
  readonly #requests: WindowCounter;
  readonly #wrongKeys = new WindowCounter(MAX_WRONG_KEYS, WRONG_KEYS_WINDOW_MS);

  /** @throws ConfigError for options that are wrong */
  constructor(@Optional() @Inject(ACCESS_OPTIONS) options: AccessOptions = {}) {
    const { keys, identify, requestsPerMinute = DEFAULT_REQUESTS_PER_MINUTE } = options;
    if (keys && identify) throw new ConfigError('Expected either keys or identify, got both');
    if (!Number.isSafeInteger(requestsPerMinute) || requestsPerMinute < 0)
      throw new ConfigError(`requestsPerMinute: expected a whole number from 0, got ${String(requestsPerMinute)}`);
    this.#limit = requestsPerMinute;
    this.#requests = new WindowCounter(requestsPerMinute, MINUTE_MS);
    this.#identify = keys ? new AccessKeys(keys).identify : (identify ?? (() => ANYBODY));
  }

  /**
   * The caller, who may use what needs `scope`.
   * @throws UnauthorizedError, RateLimitedError after too many of those, ForbiddenError
   */
  async admit(request: IncomingMessage, response: Pick<ServerResponse, 'setHeader'>, scope: Scope): Promise<Principal> {
    const caller = await this.identified(request, response);
    if (!mayUse(caller, scope)) throw new ForbiddenError(scope);
    return caller;
  }

  /**
   * The caller, whatever is asked for. A right key is always let in, also from an address with many wrong ones: behind a proxy
   * all clients have one address, and one of them must not lock out the others.
   * @throws UnauthorizedError, RateLimitedError
   */
  async identified(request: IncomingMessage, response: Pick<ServerResponse, 'setHeader'>): Promise<Principal> {
    const known = callers.get(request);
    if (known) return known;
    const caller = await this.#identify(request);
    if (caller) {
      if (caller !== ANYBODY && this.#limit > 0) this.#count(caller, response);
      callers.set(request, caller);
      return caller;
    }
    if (request.headers.authorization !== undefined) this.#countWrongKey(request.socket.remoteAddress ?? '');
    response.setHeader('WWW-Authenticate', 'Bearer');
    throw new UnauthorizedError();
  }

  /** Fields of draft-ietf-httpapi-ratelimit-headers-10: `q` requests in `w` seconds; `r` are left for `t` seconds. */
  #count({ tenant, name }: Principal, response: Pick<ServerResponse, 'setHeader'>): void {
    const { left, resetMs } = this.#requests.take(JSON.stringify([tenant, name]));
    response.setHeader('RateLimit-Policy', `"key";q=${this.#limit};w=${MINUTE_MS / 1000}`);
    response.setHeader('RateLimit', `"key";r=${Math.max(0, left)};t=${Math.ceil(resetMs / 1000)}`);
    if (left < 0) throw new RateLimitedError(`Too many requests: ${this.#limit} in a minute are allowed`, resetMs);
  }

  #countWrongKey(address: string): void {
    const { left, resetMs } = this.#wrongKeys.take(address);
    if (left < 0) throw new RateLimitedError('Too many wrong keys from this address', resetMs);
  }
}

/** The caller of a request that the guard let in. @throws Error for another: a route without the guard */
export function callerOf(request: IncomingMessage): Principal {
  const caller = callers.get(request);
  if (caller) return caller;
  throw new Error('Nobody asked who the caller is: put AccessGuard on the route');
}
