import type { Bench } from '../bench';
import { shopTools } from '../loops/engine';
import { INSTRUCTIONS } from '../scenario';
import { number, table, title, type Bar } from '../report';

/** Bytes of the first request: tools in the text of the prompt, against the same tools as function schemas. */
export async function promptSize(bench: Bench): Promise<Bar[]> {
  const text = await bench.lastBody('memory', 'one-answer', true);
  const { stop: _stop, ...withoutStop } = text; // what ends a step in text has no place where tools are called natively
  const question = text.messages.at(-1);
  const native = {
    ...withoutStop,
    messages: [{ role: 'system', content: INSTRUCTIONS }, question],
    tools: (await shopTools()).map(({ name, description, inputSchema: parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  };
  const textBytes = Buffer.byteLength(JSON.stringify(text));
  const nativeBytes = Buffer.byteLength(JSON.stringify(native));
  console.log(title('7. Bytes of the first request: the same instructions, question and five tools'));
  const rows = [
    ['tools in the text', number(textBytes, 0), `x${number(textBytes / nativeBytes, 2)}`],
    ['tools as function schemas', number(nativeBytes, 0), 'x1.00'],
  ];
  console.log(table(['', 'bytes', ''], rows));
  return [{ what: 'text prompt / native tool calling (bytes)', atMost: 1.1, got: textBytes / nativeBytes }];
}
