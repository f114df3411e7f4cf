import type { FinishReason } from '../../core/model';
import type { Preview, Splitter } from '../../core/protocol';
import { cutOf } from '../decide';
import { LineEnds } from '../line-ends';
import { mayOpenTag, tagAt } from '../reasoning-tags';
import { PreviewGate } from '../text/preview-gate';
import { ReasoningSkip } from '../text/reasoning-skip';
import { MARKERS } from './marked-calls';
import { cleanContent, readContent } from './read-content';
import { WireNames } from './wire-names';

/** A head of a line that is undecided for longer is text. */
const MAX_HEAD = 64;

/**
 * Previews one reply. Its text is shown as the answer at once: that a call follows, so that it was the thought, is known only at
 * the end. Reasoning is skipped, and a call that a server leaves in the text is held back.
 */
export class NativeSplitter implements Splitter {
  readonly #all: string[] = [];
  readonly #lineEnds = new LineEnds();
  readonly #gate = new PreviewGate({ watchLabels: false });
  readonly #names: WireNames;
  #at: 'line' | 'flow' | 'stopped' = 'line';
  /** Beginning of a line while it may still open a call or reasoning. */
  #head = '';
  #isEmpty = true;
  #reasoning: ReasoningSkip | undefined;
  #out: string[] = [];

  constructor(tools: readonly { readonly name: string }[]) {
    this.#names = new WireNames(tools);
  }

  push(chunk: string): Preview[] {
    this.#out = [];
    this.#all.push(chunk);
    this.#read(this.#lineEnds.push(chunk));
    return this.#taken();
  }

  end(finishReason: FinishReason): Preview[] {
    this.#out = [];
    if (cutOf({ finishReason })) return [];
    const reading = readContent(cleanContent(this.#all.join('')), this.#names);
    const { shown } = this.#gate;
    if (reading.kind === 'answer' && reading.answer.startsWith(shown))
      this.#out.push(reading.answer.slice(shown.length));
    return this.#taken();
  }

  #taken(): Preview[] {
    const text = this.#out.join('');
    return text === '' ? [] : [{ channel: 'answer', text }];
  }

  #read(text: string): void {
    let rest = text;
    while (rest !== '' && this.#at !== 'stopped') {
      const after = this.#reasoning?.push(rest);
      if (this.#reasoning && after === undefined) return;
      if (after !== undefined) {
        this.#reasoning = undefined;
        rest = after;
        continue;
      }
      const end = rest.indexOf('\n') + 1;
      const piece = end === 0 ? rest : rest.slice(0, end);
      if (this.#at === 'flow') this.#show(piece);
      else this.#line(this.#head + piece);
      if (end > 0 && this.#at === 'flow') this.#at = 'line';
      rest = end === 0 ? '' : rest.slice(end);
    }
  }

  #line(head: string): void {
    const content = head.trimStart();
    this.#head = '';
    const tag = tagAt(content, 0);
    const isReasoning = tag !== undefined && !tag.closing;
    if (isReasoning && this.#isEmpty) {
      this.#reasoning = new ReasoningSkip();
      return this.#read(content.slice(tag.end));
    }
    // within the answer a tag may be an example in a code block
    if (isReasoning || this.#opensData(content) || MARKERS.some((marker) => content.startsWith(marker)))
      this.#at = 'stopped';
    else if (content === '' ? !head.endsWith('\n') : this.#isOpen(content)) this.#head = head;
    else if (content === '') this.#show(head);
    else this.#begin(head);
  }

  #begin(text: string): void {
    this.#isEmpty = false;
    this.#at = 'flow';
    this.#show(text);
  }

  /** A reply that begins with JSON or a code block may be nothing but a call. */
  #opensData(content: string): boolean {
    return this.#isEmpty && content !== '' && '{[`~'.includes(content[0] as string);
  }

  #isOpen(content: string): boolean {
    if (content.length > MAX_HEAD || content.includes('\n')) return false;
    return mayOpenTag(content) || MARKERS.some((marker) => marker.startsWith(content));
  }

  #show(text: string): void {
    this.#out.push(this.#gate.push(text));
    if (this.#gate.isClosed) this.#at = 'stopped';
  }
}
