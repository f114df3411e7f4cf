import type { FinishReason } from '../../core/model';
import type { Preview, Splitter } from '../../core/protocol';
import { cutOf } from '../decide';
import { LineEnds } from '../line-ends';
import { Previews } from '../previews';
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
  readonly #previews = new Previews(this.#gates);

  constructor(tools: readonly { readonly name: string }[]) {
    this.#tools = toolNamesOf(tools);
    this.#reader = new LineReader(this.#tools, this.#gates, (channel, text) => this.#previews.show(channel, text));
  }

  push(chunk: string): Preview[] {
    this.#all.push(chunk);
    this.#reader.push(this.#lineEnds.push(chunk));
    return this.#previews.take();
  }

  end(finishReason: FinishReason): Preview[] {
    if (cutOf({ finishReason })) return [];
    const { reading } = readReply(this.#all.join(''), this.#tools);
    this.#previews.showRest('thought', reading.thought);
    if (reading.kind === 'answer') this.#previews.showRest('answer', reading.answer);
    return this.#previews.take();
  }
}
