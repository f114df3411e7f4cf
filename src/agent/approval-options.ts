import type { Effect } from '../core/tool';

/** A call that is about to run, as a policy sees it. */
export interface ReviewedCall {
  readonly tenant: string;
  readonly agent: string;
  readonly tool: string;
  /** As validated. */
  readonly input: object;
  readonly effect: Effect;
}

/** Which calls wait for a person, and for how long. */
export interface ApprovalOptions {
  /**
   * Names of tools that write and are not asked about just because untrusted text is in the context. Their own `approval` and `require` still ask.
   * @default none
   */
  readonly exempt?: readonly string[];
  /** Asks for an approval beside the tools' own rules; one that throws asks. */
  readonly require?: (call: ReviewedCall) => boolean;
  /** Time in ms that a person has to decide; then the call counts as rejected. @default 604800000, seven days */
  readonly ttlMs: number;
  /** Calls of a tenant that may wait at the same time; one more is refused, and the model is told. @default 100 */
  readonly maxPending: number;
}

export const DEFAULT_APPROVALS: ApprovalOptions = { ttlMs: 604_800_000, maxPending: 100 };
