import type { Limits } from '../core/agent-definition';

/** Tenant of requests while no keys are configured. */
export const DEFAULT_TENANT = 'default';

/** One question, as a surface hands it in, checked for shape. */
export interface AskRequest {
  readonly question: string;
  /** The default agent when absent. */
  readonly agent?: string;
  /** Links runs: the new run starts with the questions and answers of the earlier ones. */
  readonly conversationId?: string;
  readonly protocol?: string;
  /** Clamped to the server's own. */
  readonly limits?: Partial<Pick<Limits, 'maxSteps' | 'maxTokens' | 'deadlineMs'>>;
  /** Who owns the run: nobody else can read it. */
  readonly tenant?: string;
  /** Who asks, by name: for the record, the log and the tools. */
  readonly askedBy?: string;
  /** With it, equal requests of a tenant start one run; the others get RepeatedRequestError with that run. For 24 hours. */
  readonly requestKey?: RequestKey;
}

/** What a request is known by, so that it is not taken for another one when it comes again. */
export interface RequestKey {
  readonly key: string;
  /** Of everything that makes two requests with one key the same. */
  readonly hash: string;
}

/** Whose runs are counted together; undefined where callers have no names. */
export const callerOf = ({ tenant, askedBy }: Pick<AskRequest, 'tenant' | 'askedBy'>): string | undefined =>
  askedBy === undefined ? undefined : JSON.stringify([tenant, askedBy]);
