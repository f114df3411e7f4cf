import { HttpException } from '@nestjs/common';
import { RateLimitedError } from '../access/access-errors';
import { BadRequestError, ModelError, ReActError } from '../core/errors';
import type { Run } from '../core/run';

/** RFC 9457 problem details, with this API's extension members. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  runId?: string;
  errors?: readonly { pointer: string; detail: string }[];
  retryable?: boolean;
  /** Goes out as the `Retry-After` header, in whole seconds. */
  retryAfterSeconds?: number;
}

/** A problem on its way to the filter that answers it: the framework must not try to answer as well. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

const STATUS: Readonly<Record<string, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  run_not_found: 404,
  conversation_not_found: 404,
  approval_not_found: 404,
  not_acceptable: 406,
  run_conflict: 409,
  run_ended: 409,
  approval_decided: 409,
  approval_expired: 409,
  conversation_busy: 409,
  request_in_progress: 409,
  idempotency_key_reused: 422,
  rate_limited: 429,
  model_failed: 502,
  model_bad_reply: 502,
  model_overloaded: 503,
  model_timeout: 504,
  store_failed: 503,
  overloaded: 503,
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  408: 'Request timeout',
  409: 'Conflict',
  413: 'Content too large',
  415: 'Unsupported media type',
  417: 'Expectation failed',
  422: 'Unprocessable content',
  429: 'Too many requests',
  431: 'Request header fields too large',
  500: 'Internal error',
  502: 'Model provider failed',
  503: 'Temporarily unavailable',
  504: 'Model provider timed out',
};

/** What a client is told to wait when nobody named a time. */
const DEFAULT_RETRY_SECONDS = 5;

const INTERNAL = 'Something went wrong inside the service; the log has the details.';

/** A run that failed, as a problem; undefined for one that has a result. */
export function problemOfRun({ id, outcome }: Run): Problem | undefined {
  if (outcome?.status !== 'failed') return undefined;
  const { code, message, retryable, retryAfterMs } = outcome;
  return problem(STATUS[code] ?? 500, code, STATUS[code] ? message : INTERNAL, { runId: id, retryable, retryAfterMs });
}

/** An error, as a problem. Only what was written for the caller is shown. */
export function problemOfError(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof ReActError) {
    const status = STATUS[error.code] ?? 500;
    return problem(status, error.code, status === 500 && error.code !== 'run_damaged' ? INTERNAL : error.message, {
      runId: error.runId,
      retryable: error.retryable,
      retryAfterMs: error instanceof ModelError || error instanceof RateLimitedError ? error.retryAfterMs : undefined,
      errors: error instanceof BadRequestError && error.errors.length > 0 ? error.errors : undefined,
    });
  }
  const status = error instanceof HttpException ? error.getStatus() : clientStatusOf(error);
  if (status === undefined || status >= 500) return problem(500, 'internal', INTERNAL, {});
  return problem(status, codeOf(status), detailOf(status, error), {});
}

/** A refusal that comes from no error of ours. */
export const problemOfStatus = (status: number, detail: string): Problem => problem(status, codeOf(status), detail, {});

/** body-parser marks what may be shown with `expose`. */
function clientStatusOf(error: unknown): number | undefined {
  const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500 && expose === true ? status : undefined;
}

const codeOf = (status: number): string => (TITLES[status] ?? 'Error').toLowerCase().replaceAll(' ', '_');

/** Our own words where the library's would echo the request or name its internals. */
function detailOf(status: number, error: unknown): string {
  if (status === 400) return 'The request could not be read: expected a JSON object in UTF-8';
  if (status === 413) return 'The body is larger than 256 KiB';
  if (status === 415)
    return 'Expected Content-Type: application/json with charset utf-8, and no unknown Content-Encoding';
  return error instanceof HttpException && status !== 404 ? error.message : (TITLES[status] ?? 'Error');
}

/** The problem of a code, as it goes out. */
export function problem(
  status: number,
  code: string,
  detail: string,
  extra: {
    runId?: string | undefined;
    retryable?: boolean | undefined;
    retryAfterMs?: number | undefined;
    errors?: Problem['errors'] | undefined;
  },
): Problem {
  const retryAfterSeconds =
    extra.retryAfterMs !== undefined ? Math.max(1, Math.ceil(extra.retryAfterMs / 1000)) : DEFAULT_RETRY_SECONDS;
  return {
    type: 'about:blank',
    title: TITLES[status] ?? 'Error',
    status,
    detail,
    code,
    ...(extra.runId !== undefined && { runId: extra.runId }),
    ...(extra.errors && { errors: extra.errors }),
    ...((status >= 500 || extra.retryable === true) && { retryable: extra.retryable ?? false }),
    ...((status === 503 || status === 429) && { retryAfterSeconds }),
  };
}
