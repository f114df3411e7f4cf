import { HAND_TOOLS } from '../scenario';
import type { ChatMessage, Loop, LoopSpec } from './loop';

/** One model call: the messages in, the text out. Where the reply is streamed, `onPiece` hears of each piece and the text so far. */
export type Complete = (messages: readonly ChatMessage[], onPiece?: OnPiece) => Promise<string>;

export type OnPiece = (piece: string, text: string) => void;

const FINAL = 'Final Answer:';
const ACTION = '\nAction: ';
const INPUT = '\nAction Input: ';

/** The loop as one writes it in an afternoon: it believes every reply, validates nothing and stores nothing. */
export function handLoop({ opening }: LoopSpec, complete: Complete, close: () => Promise<void>): Loop {
  return {
    ask: () => playByHand(opening, complete),
    firstToken: async () => {
      const startedAt = performance.now();
      let firstAt: number | undefined;
      await playByHand(opening, complete, (_, text) => {
        if (firstAt === undefined && text.includes(FINAL) && !text.trimEnd().endsWith(FINAL))
          firstAt = performance.now();
      });
      if (firstAt === undefined) throw new Error('There was no answer');
      return firstAt - startedAt;
    },
    close,
  };
}

export async function playByHand(
  opening: readonly ChatMessage[],
  complete: Complete,
  onPiece?: OnPiece,
): Promise<void> {
  const messages = [...opening];
  for (;;) {
    const text = await complete(messages, onPiece);
    if (text.includes(FINAL)) return;
    messages.push({ role: 'assistant', content: text }, { role: 'user', content: `Observation: ${act(text)}` });
  }
}

function act(text: string): string {
  const inputAt = text.indexOf(INPUT);
  const name = text.slice(text.indexOf(ACTION) + ACTION.length, inputAt);
  const tool = HAND_TOOLS[name];
  if (!tool) throw new Error(`No tool "${name}"`);
  return JSON.stringify(tool(JSON.parse(text.slice(inputAt + INPUT.length)) as never));
}
