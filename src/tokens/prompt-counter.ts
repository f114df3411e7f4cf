import type { Message } from '../core/model';
import type { ToolSpec } from '../core/tool';

/** Tokens of a text, as a counter has it. */
export type CountTokens = (text: string) => number;

/** What a message costs beside its words: role and separators. */
const MESSAGE_TOKENS = 4;

/** Counts whole prompts in one way; each message and each list of tools is read once in its life. */
export class PromptCounter {
  readonly #messages = new WeakMap<Message, number>();
  readonly #toolLists = new WeakMap<readonly ToolSpec[], number>();

  constructor(readonly count: CountTokens) {}

  messages(list: readonly Message[]): number {
    return list.reduce((sum, message) => sum + this.#message(message), 0);
  }

  /** Tool definitions as the native protocol sends them. */
  tools(specs: readonly ToolSpec[] | undefined): number {
    if (!specs) return 0;
    const known = this.#toolLists.get(specs);
    if (known !== undefined) return known;
    const tokens = this.count(
      JSON.stringify(specs.map(({ name, description, inputSchema }) => [name, description, inputSchema])),
    );
    this.#toolLists.set(specs, tokens);
    return tokens;
  }

  #message(message: Message): number {
    const known = this.#messages.get(message);
    if (known !== undefined) return known;
    const { content, calls } = message;
    const asked = calls ? this.count(JSON.stringify(calls.map(({ name, input }) => [name, input]))) : 0;
    const tokens = MESSAGE_TOKENS + this.count(content) + asked;
    this.#messages.set(message, tokens);
    return tokens;
  }
}
