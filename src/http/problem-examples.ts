import { problem, type Problem } from './problem';

const RUN_ID = '0197c3a5-7f0e-7cc2-9a3c-2f6b8d1e4a55';

interface Example {
  readonly status: number;
  /** When it is answered. */
  readonly when: string;
  readonly detail: string;
  readonly runId?: string;
  /** Whether the same request may succeed later. @default false */
  readonly retryable?: boolean;
  readonly errors?: readonly { pointer: string; detail: string }[];
}

/** Each problem of the API, as the OpenAPI page shows it. */
const EXAMPLES = {
  bad_request: {
    status: 400,
    when: 'The request is wrong; `errors` names the fields.',
    detail: '#/question: must not be blank',
    errors: [{ pointer: '#/question', detail: 'must not be blank' }],
  },
  bad_query: {
    status: 400,
    when: 'A parameter is wrong or unknown; `errors` names it.',
    detail: '#/limit: expected an integer from 1 to 100',
    errors: [{ pointer: '#/limit', detail: 'expected an integer from 1 to 100' }],
  },
  unauthorized: {
    status: 401,
    when: 'Keys are configured, and the request has none or a wrong one; `WWW-Authenticate` names the scheme.',
    detail: 'Expected a valid key in the header "Authorization: Bearer <key>"',
  },
  forbidden: {
    status: 403,
    when: 'The key has not the scope that the route needs.',
    detail: 'This needs a key with the scope "write"',
  },
  run_not_found: { status: 404, when: 'There is no such run.', detail: 'No such run' },
  approval_not_found: {
    status: 404,
    when: 'The run has no such call, or one that needs no approval.',
    detail: 'The run has no call of this id that waits for an approval, or ever did',
    runId: RUN_ID,
  },
  approval_decided: {
    status: 409,
    when: 'Somebody decided before: the first decision counts.',
    detail: 'The call was decided already: approved by desk',
    runId: RUN_ID,
  },
  approval_expired: {
    status: 409,
    when: 'The time to decide was over: the call counts as rejected, and the run goes on.',
    detail: 'The time to decide was over; the call counts as rejected',
    runId: RUN_ID,
  },
  bad_decision: {
    status: 400,
    when: 'The decision is wrong, or its edited input is one that the tool does not take; nothing is decided.',
    detail: '#/input/reason: required (string 1..300 characters), but missing',
    errors: [{ pointer: '#/input/reason', detail: 'required (string 1..300 characters), but missing' }],
  },
  conversation_not_found: { status: 404, when: 'The conversation has no run.', detail: 'No such conversation' },
  not_acceptable: {
    status: 406,
    when: 'The client accepts nothing that is served here.',
    detail: 'Only application/json is served here; expected an Accept header that allows it',
  },
  conversation_busy: {
    status: 409,
    retryable: true,
    when: 'Another run of the conversation, `runId`, has not ended.',
    detail: 'Another run of this conversation has not ended; wait for it, or cancel it',
    runId: RUN_ID,
  },
  request_in_progress: {
    status: 409,
    retryable: true,
    when: 'The first request with this Idempotency-Key is still being answered by `runId`.',
    detail: 'The first request with this Idempotency-Key has not been answered yet: its run goes on',
    runId: RUN_ID,
  },
  run_ended: { status: 409, when: 'The run had ended.', detail: 'The run has ended already', runId: RUN_ID },
  run_damaged: {
    status: 409,
    when: 'What is stored of the run cannot be read; it has failed.',
    detail: `Event 3 of run ${RUN_ID} cannot be read: the stored row is damaged`,
    runId: RUN_ID,
  },
  content_too_large: {
    status: 413,
    when: 'The body is larger than 256 KiB.',
    detail: 'The body is larger than 256 KiB',
  },
  unsupported_media_type: {
    status: 415,
    when: 'The body is not application/json.',
    detail: 'Expected Content-Type: application/json',
  },
  idempotency_key_reused: {
    status: 422,
    when: 'The Idempotency-Key came with another body before.',
    detail: 'This Idempotency-Key was used for a request with another body; expected the same body, or a new key',
  },
  rate_limited: {
    status: 429,
    retryable: true,
    when: 'The key sent too many requests in this minute, or its address too many wrong keys.',
    detail: 'Too many requests: 600 in a minute are allowed',
  },
  internal: {
    status: 500,
    when: 'A fault of ours.',
    detail: 'Something went wrong inside the service; the log has the details.',
  },
  model_failed: {
    status: 502,
    when: 'The model provider refused or failed.',
    detail: "The model's provider answered with status 401: check the API key.",
    runId: RUN_ID,
  },
  model_bad_reply: {
    status: 502,
    retryable: true,
    when: 'The model provider sent a reply that is none.',
    detail: "The model's provider ended its stream without a finish_reason.",
    runId: RUN_ID,
  },
  model_overloaded: {
    status: 503,
    retryable: true,
    when: 'The model provider is overloaded.',
    detail: "The model's provider answered with status 429: too many requests.",
    runId: RUN_ID,
  },
  store_failed: {
    status: 503,
    retryable: true,
    when: 'The store is full or away.',
    detail: 'The store is full: free disk space',
  },
  overloaded: {
    status: 503,
    retryable: true,
    when: 'Too many runs go on or wait, of this key or of all, or the service is shutting down.',
    detail: 'Too many background runs: 16 are running and 100 are waiting',
  },
  model_timeout: {
    status: 504,
    retryable: true,
    when: 'The model provider was too slow.',
    detail: "The model's provider was silent for 30000 ms.",
    runId: RUN_ID,
  },
} as const satisfies Record<string, Example>;

export type ProblemName = keyof typeof EXAMPLES;

/** A problem as it goes out. */
export function problemExample(name: ProblemName): {
  status: number;
  when: string;
  value: Omit<Problem, 'retryAfterSeconds'>;
} {
  const { status, when, detail, runId, retryable, errors }: Example = EXAMPLES[name];
  const code = name.startsWith('bad_') ? 'bad_request' : name;
  const { retryAfterSeconds: _, ...value } = problem(status, code, detail, { runId, retryable, errors });
  return { status, when, value };
}
