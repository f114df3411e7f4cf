/** Base of every error that this project throws on purpose. `code` is stable; the message may change. */
export abstract class ReActError extends Error {
  abstract readonly code: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean = false;
  /** The run that it happened in, where there is one. */
  runId?: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

export type ModelErrorCode = 'model_failed' | 'model_bad_reply' | 'model_overloaded' | 'model_timeout';

/** The provider failed. The message never holds a key or a body of the provider's. */
export class ModelError extends ReActError {
  readonly code: ModelErrorCode;
  override readonly retryable: boolean;
  /** HTTP status of the provider, when it answered. */
  readonly status?: number;
  /** What the provider asked us to wait, in ms. */
  readonly retryAfterMs?: number;
  /** The provider takes no tool definitions for this model: another protocol may do. */
  readonly refused?: 'tools';

  constructor(
    code: ModelErrorCode,
    message: string,
    details: { status?: number; retryAfterMs?: number; retryable?: boolean; refused?: 'tools'; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.code = code;
    this.retryable = details.retryable ?? code !== 'model_failed';
    if (details.status !== undefined) this.status = details.status;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
    if (details.refused !== undefined) this.refused = details.refused;
  }
}

/** Thrown by a tool, worded for the model: what was wrong and what would be right. */
export class ToolError extends ReActError {
  readonly code = 'tool_failed';
}

/** The store is full or away. */
export class StoreError extends ReActError {
  readonly code: 'store_failed' | 'run_damaged' = 'store_failed';
  override readonly retryable: boolean = true;
}

/** What is stored of a run cannot be read: asking again gives the same. */
export class RunDamagedError extends StoreError {
  override readonly code = 'run_damaged';
  override readonly retryable = false;
}

/** Somebody else moved this run meanwhile. */
export class RunConflictError extends ReActError {
  readonly code = 'run_conflict';
}

export class RunNotFoundError extends ReActError {
  readonly code = 'run_not_found';
}

/** The run has its end already: nothing can change it any more. */
export class RunEndedError extends ReActError {
  readonly code = 'run_ended';

  constructor(override readonly runId: string) {
    super('The run has ended already');
  }
}

/** A conversation has one run at a time; `runId` is the one that it has. */
export class ConversationBusyError extends ReActError {
  readonly code = 'conversation_busy';
  override readonly retryable = true;

  constructor(override readonly runId: string) {
    super('Another run of this conversation has not ended; wait for it, or cancel it');
  }
}

export class ConversationNotFoundError extends ReActError {
  readonly code = 'conversation_not_found';
}

/** A setting or a definition is wrong: the boot stops. */
export class ConfigError extends ReActError {
  readonly code = 'config_invalid';
}

/** The caller's request is wrong; each fault names the field by JSON pointer. */
export class BadRequestError extends ReActError {
  readonly code = 'bad_request';

  constructor(
    message: string,
    readonly errors: readonly { pointer: string; detail: string }[] = [],
  ) {
    super(message);
  }
}

/** The caller accepts nothing that can be served. */
export class NotAcceptableError extends ReActError {
  readonly code = 'not_acceptable';
}

/** The service is full or shutting down. */
export class OverloadedError extends ReActError {
  readonly code = 'overloaded';
  override readonly retryable = true;
}
