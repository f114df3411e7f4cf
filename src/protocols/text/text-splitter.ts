import type { FinishReason } from '../../core/model';
import type { Preview, Splitter } from '../../core/protocol';
import { cutOf } from '../decide';
import { LineEnds } from '../line-ends';
import { toolNamesOf, type ToolNames } from '../tool-names';
import { PreviewGate } from './preview-gate';
import { LineReader } from './line-reader';
import { readReply } from './read-reply';

/**
 * Previews one reply. A reply that keeps to the format flows: its thought at once, its answer after the label. Everything else
 * waits for the end and is read as a whole, so that a preview is always the beginning of what `parse` will say.
 */
export class TextSplitter implements Splitter {
  readonly #all: string[] = [];
  readonly #lineEnds = new LineEnds();
  readonly #gates = {
    thought: new PreviewGate({ watchLabels: true }),
    answer: new PreviewGate({ watchLabels: false }),
  };
  readonly #tools: ToolNames;
  readonly #reader: LineReader;
  #out: Preview[] = [];

  constructor(tools: readonly { readonly name: string }[]) {
    this.#tools = toolNamesOf(tools);
    this.#reader = new LineReader(this.#tools, this.#gates, (channel, text) => this.#show(channel, text));
  }

  push(chunk: string): Preview[] {
    this.#out = [];
    this.#all.push(chunk);
    this.#reader.push(this.#lineEnds.push(chunk));
    return this.#out;
  }

  end(finishReason: FinishReason): Preview[] {
    this.#out = [];
    if (cutOf({ finishReason })) return [];
    const { reading } = readReply(this.#all.join(''), this.#tools);
    this.#showRest('thought', reading.thought);
    if (reading.kind === 'answer') this.#showRest('answer', reading.answer);
    return this.#out;
  }

  #showRest(channel: Preview['channel'], whole: string): void {
    const { shown } = this.#gates[channel];
    if (whole.startsWith(shown)) this.#show(channel, whole.slice(shown.length));
  }

  #show(channel: Preview['channel'], text: string): void {
    const last = this.#out.at(-1);
    if (text === '') return;
    if (last?.channel === channel) last.text += text;
    else this.#out.push({ channel, text });
  }
}
