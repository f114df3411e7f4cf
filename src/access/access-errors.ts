import { ReActError } from '../core/errors';
import type { Scope } from './principal';

/*
 * `statusCode` is for a route of an app's own behind the guard: there Nest answers by itself, with that status.
 */

/** Nobody knows the caller: no key, or a wrong one. Which of them, and what was sent, is not told. */
export class UnauthorizedError extends ReActError {
  readonly code = 'unauthorized';
  readonly statusCode = 401;

  constructor() {
    super('Expected a valid key in the header "Authorization: Bearer <key>"');
  }
}

/** The caller is known and may not do this. */
export class ForbiddenError extends ReActError {
  readonly code = 'forbidden';
  readonly statusCode = 403;

  constructor(scope: Scope) {
    super(`This needs a key with the scope "${scope}"`);
  }
}

/** Too much from one caller in a short time. */
export class RateLimitedError extends ReActError {
  readonly code = 'rate_limited';
  readonly statusCode = 429;
  override readonly retryable = true;

  constructor(
    message: string,
    /** When it may be tried again, in ms from now. */
    readonly retryAfterMs: number,
  ) {
    super(message);
  }
}
