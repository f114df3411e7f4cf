import type { FinishReason } from '../../core/model';
import type { Preview, Splitter } from '../../core/protocol';
import { cutOf } from '../decide';
import { fenceAt } from '../fences';
import { LineEnds } from '../line-ends';
import { Previews } from '../previews';
import { mayOpenTag, tagAt } from '../reasoning-tags';
import { PreviewGate } from '../text/preview-gate';
import { ReasoningSkip } from '../text/reasoning-skip';
import { ToolNames } from '../tool-names';
import { readJsonReply } from './read-reply';
import { StepReader } from './step-reader';

/** The first line of a fence; a longer one waits for the end of the reply. */
const MAX_FENCE_LINE = 64;

/**
 * Previews one reply. A reply that opens with the step, bare or in a fence, flows: its thought at once, its answer once the
 * action says that the run ends. Everything else waits for the end and is read as a whole.
 */
export class JsonSplitter implements Splitter {
  readonly #all: string[] = [];
  readonly #lineEnds = new LineEnds();
  readonly #gates = {
    thought: new PreviewGate({ watchLabels: false }),
    answer: new PreviewGate({ watchLabels: false }),
  };
  readonly #tools: ToolNames;
  readonly #reader: StepReader;
  /** What stands before the step: undecided while not empty. */
  #head = '';
  #at: 'start' | 'step' | 'stopped' = 'start';
  #reasoning: ReasoningSkip | undefined;
  readonly #previews = new Previews(this.#gates);

  constructor(tools: readonly { readonly name: string }[]) {
    this.#tools = new ToolNames(tools);
    this.#reader = new StepReader(this.#tools, (channel, text) =>
      this.#previews.show(channel, this.#gates[channel].push(text)),
    );
  }

  push(chunk: string): Preview[] {
    this.#all.push(chunk);
    this.#read(this.#lineEnds.push(chunk));
    return this.#previews.take();
  }

  end(finishReason: FinishReason): Preview[] {
    if (cutOf({ finishReason })) return [];
    const { reading } = readJsonReply(this.#all.join(''), this.#tools);
    this.#previews.showRest('thought', reading.thought);
    if (reading.kind === 'answer') this.#previews.showRest('answer', reading.answer);
    return this.#previews.take();
  }

  #read(text: string): void {
    if (this.#at === 'stopped') return;
    if (this.#at === 'step') return this.#reader.push(text);
    if (!this.#reasoning) return this.#start(this.#head + text);
    const after = this.#reasoning.push(text);
    if (after === undefined) return;
    this.#reasoning = undefined;
    this.#start(after);
  }

  /** The first visible characters tell whether the step follows. */
  #start(text: string): void {
    const content = text.trimStart();
    this.#head = content;
    if (content === '') return;
    const tag = tagAt(content, 0);
    if (content[0] === '{') this.#step(content);
    else if (content[0] === '`' || content[0] === '~') this.#fence(content);
    else if (tag && !tag.closing) {
      this.#reasoning = new ReasoningSkip();
      this.#head = '';
      this.#read(content.slice(tag.end));
    } else if (!mayOpenTag(content)) this.#at = 'stopped';
  }

  #fence(content: string): void {
    const end = content.indexOf('\n');
    if (end < 0) {
      if (content.length > MAX_FENCE_LINE) this.#at = 'stopped';
      return;
    }
    const inner = content.slice(end + 1).trimStart();
    if (!fenceAt(content, 0, end + 1) || content.slice(0, end).includes('{') || end > MAX_FENCE_LINE)
      this.#at = 'stopped';
    else if (inner[0] === '{') this.#step(inner);
    else if (inner !== '') this.#at = 'stopped';
  }

  #step(text: string): void {
    this.#at = 'step';
    this.#head = '';
    this.#reader.push(text);
  }
}
