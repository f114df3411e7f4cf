import OpenAI from 'openai';
import { handLoop, type Complete } from './hand-loop';
import type { ChatMessage, Loop, LoopSpec } from './loop';

/** By hand on the plain SDK, with the fetch that it takes by default. */
export function sdkLoop(spec: LoopSpec): Loop {
  const client = new OpenAI({ baseURL: spec.baseUrl, apiKey: 'bench' });
  const body = (messages: readonly ChatMessage[]) => ({ model: spec.model, ...spec.fields, messages: [...messages] });

  const plain: Complete = async (messages) => {
    const reply = await client.chat.completions.create({ ...body(messages), stream: false });
    return reply.choices[0]?.message.content ?? '';
  };
  const streamed: Complete = async (messages, onText) => {
    let text = '';
    for await (const chunk of await client.chat.completions.create({ ...body(messages), stream: true })) {
      text += chunk.choices[0]?.delta.content ?? '';
      onText?.(text);
    }
    return text;
  };
  /** The helper that gathers the chunks into a whole completion. */
  const gathered: Complete = async (messages) => {
    const reply = await client.chat.completions.stream(body(messages)).finalChatCompletion();
    return reply.choices[0]?.message.content ?? '';
  };
  const complete = !spec.stream ? plain : spec.kind === 'sdk-helper' ? gathered : streamed;
  return handLoop(spec, complete, async () => undefined);
}
