import { estimateTokens } from '../core/estimate-tokens';
import type { Message } from '../core/model';
import type { ToolSpec } from '../core/tool';

/** What a message costs beside its words: role and separators. */
const MESSAGE_TOKENS = 4;

const messages = new WeakMap<Message, number>();
const toolLists = new WeakMap<readonly ToolSpec[], number>();

/** Estimated tokens of messages; each is read once in its life. */
export const messageTokens = (list: readonly Message[]): number =>
  list.reduce((sum, message) => sum + tokensOf(message), 0);

/** Estimated tokens of tool definitions as the native protocol sends them. */
export function toolTokens(specs: readonly ToolSpec[] | undefined): number {
  if (!specs) return 0;
  const known = toolLists.get(specs);
  if (known !== undefined) return known;
  const tokens = estimateTokens(
    JSON.stringify(specs.map(({ name, description, inputSchema }) => [name, description, inputSchema])),
  );
  toolLists.set(specs, tokens);
  return tokens;
}

function tokensOf(message: Message): number {
  const known = messages.get(message);
  if (known !== undefined) return known;
  const { content, calls } = message;
  const asked = calls ? estimateTokens(JSON.stringify(calls.map(({ name, input }) => [name, input]))) : 0;
  const tokens = MESSAGE_TOKENS + estimateTokens(content) + asked;
  messages.set(message, tokens);
  return tokens;
}
