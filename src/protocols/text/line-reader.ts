import type { Preview } from '../../core/protocol';
import { fenceAt } from '../fences';
import { mayOpenTag, tagAt } from '../reasoning-tags';
import type { ToolNames } from '../tool-names';
import { matchLabel, type Label } from './labels';
import type { PreviewGate } from './preview-gate';
import { ReasoningSkip } from './reasoning-skip';
import { beginsStopWord } from './stop-words';
import { looksLikeCall } from './unlabelled-call';

type Channel = Preview['channel'];

/** No head of a line is kept longer than this: what is undecided by then waits for the end of the reply. */
const MAX_HEAD = 200;
const MAX_CALL_NAME = 80;
const isFenceChar = (char: string | undefined): boolean => char === '`' || char === '~';

/** Decides line by line which channel the text of a growing reply belongs to, and stops at the first doubt. */
export class LineReader {
  #channel: Channel | undefined;
  /** `line`: at a line start, `value`: just after a label, `flow`: the rest of this line is text, `stopped`: nothing more is shown. */
  #at: 'line' | 'value' | 'flow' | 'stopped' = 'line';
  /** Beginning of the line or value while it is undecided. */
  #head = '';
  #reasoning: ReasoningSkip | undefined;
  #answer: Label | undefined;
  /** The open code block of the answer. */
  #fence: { char: string; length: number } | undefined;

  constructor(
    private readonly tools: ToolNames,
    private readonly gates: Readonly<Record<Channel, PreviewGate>>,
    private readonly show: (channel: Channel, text: string) => void,
  ) {}

  push(text: string): void {
    let rest = text;
    while (rest !== '' && this.#at !== 'stopped') {
      const after = this.#reasoning?.push(rest);
      if (this.#reasoning && after === undefined) return;
      if (after !== undefined) {
        this.#reasoning = undefined;
        rest = after;
        continue;
      }
      const end = rest.indexOf('\n');
      this.#part(end < 0 ? rest : rest.slice(0, end), end >= 0);
      rest = end < 0 ? '' : rest.slice(end + 1);
    }
  }

  /** A piece of one line; `complete` when its end has come. */
  #part(piece: string, complete: boolean): void {
    if (this.#at === 'flow') this.#flow(piece);
    else {
      const head = this.#head + piece;
      this.#head = '';
      if (this.#at === 'value') this.#value(head);
      else this.#line(head, complete);
    }
    if (this.#head.length > MAX_HEAD) this.#at = 'stopped';
    if (!complete || this.#at === 'stopped') return;
    this.#flow('\n');
    this.#at = 'line';
  }

  /** The first characters after a label; white space there shows nothing. */
  #value(head: string): void {
    const content = head.trimStart();
    if (isFenceChar(content[0])) this.#at = 'stopped';
    else if (content !== '') this.#begin(content);
  }

  #begin(text: string): void {
    this.#at = 'flow';
    this.#flow(text);
  }

  #line(head: string, complete: boolean): void {
    const label = matchLabel(head, 0, head.length, complete);
    if (typeof label !== 'string') return this.#label(label, head, complete);
    const content = head.trimStart();
    if (label === 'more' && content === '') this.#head = head;
    else if (content === '') this.#blank(complete);
    else if (this.#channel === undefined) this.#opening(content, head, label, complete);
    else if (label === 'more' || (!complete && this.#isOpen(content))) this.#head = head;
    else this.#text(head, content, complete);
  }

  #blank(complete: boolean): void {
    if (!complete) this.#at = 'stopped'; // an indent too deep for a label
  }

  /** Before the first label: reasoning is skipped, anything else may be the answer or not. */
  #opening(content: string, head: string, label: 'no' | 'more', complete: boolean): void {
    const tag = tagAt(content, 0);
    if (tag && !tag.closing) {
      this.#reasoning = new ReasoningSkip();
      this.push(content.slice(tag.end) + (complete ? '\n' : ''));
    } else if (label === 'more' || (!complete && mayOpenTag(content))) this.#head = head;
    else this.#at = 'stopped';
  }

  /** Whether an unfinished line may still become a fence or, in a thought, a call. */
  #isOpen(content: string): boolean {
    if (isFenceChar(content[0])) return content.length < 3 || fenceAt(content, 0, content.length) !== undefined;
    return this.#channel === 'thought' && content.length < MAX_CALL_NAME && this.tools.mayBegin(content);
  }

  #text(head: string, content: string, complete: boolean): void {
    const fence = fenceAt(content, 0, content.length);
    const stops =
      this.#channel === 'thought'
        ? fence !== undefined || '{<['.includes(content[0] as string) || looksLikeCall(content, this.tools)
        : complete && beginsStopWord(content.trim(), 4);
    if (stops) {
      this.#at = 'stopped';
      return;
    }
    if (fence) this.#passFence(fence);
    this.#begin(head);
  }

  #passFence(fence: { char: string; length: number; bare: boolean }): void {
    const open = this.#fence;
    if (!open) this.#fence = fence;
    else if (fence.bare && fence.char === open.char && fence.length >= open.length) this.#fence = undefined;
  }

  #label(label: Label, head: string, complete: boolean): void {
    if (this.#channel === 'answer') return this.#labelInAnswer(label, head, complete);
    const starts = (label.kind === 'thought' || label.kind === 'answer') && label.open === '';
    if (!starts) {
      this.#at = 'stopped';
      return;
    }
    if (this.#channel === 'thought') this.show('thought', this.gates.thought.breakLine());
    this.#channel = label.kind === 'answer' ? 'answer' : 'thought';
    if (label.kind === 'answer') this.#answer = label;
    this.#at = 'value';
    this.#value(head.slice(label.valueStart));
  }

  /** A label in the answer ends it, is a part of it, or is for the whole reply to tell. */
  #labelInAnswer(label: Label, head: string, complete: boolean): void {
    const isItem = label.listed && !this.#answer?.listed;
    const isText = isItem || label.kind === 'input' || label.kind === 'answer';
    const first = head.slice(label.valueStart).trimStart()[0];
    if (isText && first === undefined && !complete) this.#head = head;
    else if (isText && !isFenceChar(first)) this.#begin(head);
    else this.#at = 'stopped';
  }

  #flow(text: string): void {
    const channel = this.#channel;
    if (channel === undefined) return;
    const gate = this.gates[channel];
    this.show(channel, gate.push(text));
    if (gate.isClosed) this.#at = 'stopped';
  }
}
