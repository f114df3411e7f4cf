import { OutputParser } from './agent/output-parser';
import type { Decision } from './core/protocol';
import { ModelError } from './core/errors';
import { readChatReply } from './models/read-chat-reply';

/** One reply of a model: its text, one `choices[0]` object of a chat completion, or the raw bytes of a streamed one (as text, or as they came). */
export type RawReply =
  { text: string; finishReason?: string | null } | { choice: unknown } | { sse: string | readonly Uint8Array[] };

/**
 * What a model's reply means, by the very code that a live reply goes through. A reply that the wire broke (a stream without
 * `finish_reason`, or with an error) is `malformed` here; a live run reports it as a failure of the model.
 * @throws ConfigError for an unknown protocol
 */
export async function parseReply(protocol: string, reply: RawReply, toolNames: readonly string[]): Promise<Decision> {
  const parser = new OutputParser();
  parser.protocol(protocol);
  const tools = toolNames.map((name) => ({ name }));
  try {
    return parser.parse(protocol, await readChatReply(reply), tools);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { kind: 'malformed', thought: '', reason: 'truncated', problem: error.message };
  }
}
