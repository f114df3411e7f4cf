import OpenAI from 'openai';
import { handLoop, type Complete } from './hand-loop';
import type { ChatMessage, Loop, LoopSpec } from './loop';

/** By hand on the plain SDK, with the fetch that it takes by default. */
export const sdkLoop = (spec: LoopSpec): Loop => handLoop(spec, sdkCompletions(spec), async () => undefined);

export function sdkCompletions(spec: LoopSpec): Complete {
  const client = new OpenAI({ baseURL: spec.baseUrl, apiKey: 'bench' });
  const body = (messages: readonly ChatMessage[]) => ({ model: spec.model, ...spec.fields, messages: [...messages] });

  const plain: Complete = async (messages) => {
    const reply = await client.chat.completions.create({ ...body(messages), stream: false });
    return reply.choices[0]?.message.content ?? '';
  };
  const streamed: Complete = async (messages, onPiece) => {
    let text = '';
    for await (const chunk of await client.chat.completions.create({ ...body(messages), stream: true })) {
      const piece = chunk.choices[0]?.delta.content ?? '';
      text += piece;
      onPiece?.(piece, text);
    }
    return text;
  };
  /** The helper that gathers the chunks into a whole completion. */
  const gathered: Complete = async (messages) => {
    const reply = await client.chat.completions.stream(body(messages)).finalChatCompletion();
    return reply.choices[0]?.message.content ?? '';
  };
  if (!spec.stream) return plain;
  return spec.kind === 'sdk-helper' ? gathered : streamed;
}
