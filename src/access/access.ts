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

/** The caller of each request that was let in. */
const callers = new WeakMap<IncomingMessage, Principal>();

/** Knows who may do what. */
@Injectable()
export class Access {
  readonly #identify: Identify;
  readonly #wrongKeys = new WindowCounter(MAX_WRONG_KEYS, WRONG_KEYS_WINDOW_MS);

  /** @throws ConfigError for keys that are wrong */
  constructor(@Optional() @Inject(ACCESS_OPTIONS) { keys, identify }: AccessOptions = {}) {
    if (keys && identify) throw new ConfigError('Expected either keys or identify, got both');
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
    const caller = callers.get(request) ?? (await this.#identify(request));
    if (caller) {
      callers.set(request, caller);
      return caller;
    }
    if (request.headers.authorization !== undefined) this.#countWrongKey(request.socket.remoteAddress ?? '');
    response.setHeader('WWW-Authenticate', 'Bearer');
    throw new UnauthorizedError();
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
