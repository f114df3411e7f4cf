import type { Limits } from '../core/agent-definition';

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
}
