import type { Message } from '../core/model';
import type { ToolCall, ToolSpec } from '../core/tool';

export interface WireOptions {
  /** Whether the reasoning before a call goes back to the provider. */
  readonly replayReasoning: boolean;
}

/** Wire forms without and with reasoning. */
const plain = new WeakMap<Message, string>();
const reasoned = new WeakMap<Message, string>();
const toolLists = new WeakMap<readonly ToolSpec[], string>();

/** The `messages` array as JSON. Each message is serialised once in its life: a run sends its first ones in every step. */
export function wireMessages(list: readonly Message[], options: WireOptions): string {
  const messages = options.replayReasoning ? reasoned : plain;
  let json = '';
  for (const message of list) {
    let item = messages.get(message);
    if (item === undefined) {
      item = JSON.stringify(wireMessage(message, options));
      messages.set(message, item);
    }
    json += json === '' ? item : `,${item}`;
  }
  return `[${json}]`;
}

/** The `tools` array as JSON, made once per array of specs. */
export function wireTools(specs: readonly ToolSpec[]): string {
  let json = toolLists.get(specs);
  if (json === undefined) {
    json = JSON.stringify(
      specs.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      })),
    );
    toolLists.set(specs, json);
  }
  return json;
}

function wireMessage({ role, content, calls, callId, reasoning }: Message, { replayReasoning }: WireOptions): object {
  const text = wellFormed(content);
  if (role === 'tool') return { role, tool_call_id: callId ?? '', content: text };
  if (role === 'assistant' && calls && calls.length > 0) {
    const thinking = replayReasoning && reasoning !== undefined && { reasoning_content: wellFormed(reasoning) };
    return { role, content: text === '' ? null : text, ...thinking, tool_calls: calls.map(wireCall) };
  }
  return { role, content: text };
}

const wireCall = ({ id, name, input }: ToolCall): object => ({
  id,
  type: 'function',
  function: { name, arguments: typeof input === 'string' ? wellFormed(input) : JSON.stringify(input ?? {}) },
});

/** Half a surrogate pair becomes U+FFFD: strict servers refuse the whole request for one. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
