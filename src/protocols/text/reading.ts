import type { MalformedReason } from '../../core/protocol';

/** What the text of a reply says, before it becomes a decision. */
export type Reading = { thought: string; discarded?: boolean } & (
  | { kind: 'act'; name: string; input: unknown }
  | { kind: 'answer'; answer: string }
  | { kind: 'malformed'; reason: MalformedReason }
);
