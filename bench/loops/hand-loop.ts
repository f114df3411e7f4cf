import { HAND_TOOLS } from '../scenario';
import type { ChatMessage, Loop, LoopSpec } from './loop';

/** One model call: the messages in, the text out. `onText` hears of the text so far, where the reply is streamed. */
export type Complete = (messages: readonly ChatMessage[], onText?: (text: string) => void) => Promise<string>;

const FINAL = 'Final Answer:';
const ACTION = '\nAction: ';
const INPUT = '\nAction Input: ';

/** The loop as one writes it in an afternoon: it believes every reply, validates nothing and stores nothing. */
export function handLoop({ opening }: LoopSpec, complete: Complete, close: () => Promise<void>): Loop {
  return {
    ask: async () => {
      const messages = [...opening];
      for (;;) {
        const text = await complete(messages);
        if (text.includes(FINAL)) return;
        messages.push({ role: 'assistant', content: text }, { role: 'user', content: `Observation: ${act(text)}` });
      }
    },
    firstToken: async () => {
      const startedAt = performance.now();
      let firstAt: number | undefined;
      await complete(opening, (text) => {
        if (firstAt === undefined && text.includes(FINAL) && !text.trimEnd().endsWith(FINAL))
          firstAt = performance.now();
      });
      if (firstAt === undefined) throw new Error('There was no answer');
      return firstAt - startedAt;
    },
    close,
  };
}

function act(text: string): string {
  const inputAt = text.indexOf(INPUT);
  const name = text.slice(text.indexOf(ACTION) + ACTION.length, inputAt);
  const tool = HAND_TOOLS[name];
  if (!tool) throw new Error(`No tool "${name}"`);
  return JSON.stringify(tool(JSON.parse(text.slice(inputAt + INPUT.length)) as never));
}
