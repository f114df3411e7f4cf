import type { MalformedReason } from '../../core/protocol';
import type { ToolCall } from '../../core/tool';

/** What a reply says, before its calls are numbered. */
export type NativeReading = { thought: string } & (
  | { kind: 'act'; calls: readonly Pick<ToolCall, 'name' | 'input'>[] }
  | { kind: 'answer'; answer: string }
  | { kind: 'malformed'; reason: MalformedReason }
);
