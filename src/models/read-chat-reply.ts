import type { ModelReply } from '../core/model';
import { ChatReplyBuilder } from './chat-reply';
import { ReplyReader } from './reply-reader';

/** One `choices[0]` object of a plain reply, the raw bytes of a streamed one (as text, or as they came), or text alone. */
export type RecordedReply =
  | { readonly choice: unknown }
  | { readonly sse: string | readonly Uint8Array[] }
  | { readonly text: string; readonly finishReason?: string | null };

/**
 * Reads a recorded reply with the very code that reads live ones, of any size. Usage figures that are missing are estimated
 * from the reply alone.
 * @throws ModelError `model_bad_reply` for what a live call would refuse, e.g. a stream without a `finish_reason`.
 */
export async function readChatReply(source: RecordedReply): Promise<ModelReply> {
  const builder = new ChatReplyBuilder(Infinity);
  if ('sse' in source) {
    const reader = new ReplyReader(builder, Infinity);
    const parts = typeof source.sse === 'string' ? [Buffer.from(source.sse)] : source.sse;
    for (const part of parts) reader.push(Buffer.from(part));
    reader.end();
  } else if ('choice' in source) {
    builder.addBody({ choices: [source.choice] });
  } else {
    const finish_reason = source.finishReason ?? 'stop';
    builder.addBody({ choices: [{ message: { content: source.text }, finish_reason }] });
  }
  return builder.finish({ messages: [] }, '');
}
