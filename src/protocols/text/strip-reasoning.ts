import { Fences, lineEnd } from '../fences';
import { blockEnd, tagAt } from '../reasoning-tags';
import { isBlank, matchLabel, type LabelKind } from './labels';

export interface Stripped {
  text: string;
  reasoning: string;
  /** A block was opened and never closed: the reply was cut while reasoning. */
  cut: boolean;
}

/**
 * Takes reasoning out of a reply: blocks that open at a line start, and everything before a closing tag without an opening one
 * (some servers put the opening tag into the prompt). Tags inside an input or an answer are data.
 */
export function stripReasoning(text: string): Stripped {
  if (!/[<[◁]\/?(?:think|thought|reasoning|seed:think)/i.test(text)) return { text, reasoning: '', cut: false };
  return new ReasoningReader(text).read();
}

class ReasoningReader {
  readonly #text: string;
  readonly #fences: Fences;
  #kept: string[] = [];
  readonly #reasoning: string[] = [];
  /** Start of what is not yet in `kept`. */
  #from = 0;
  /** Kind of the label whose value is being read. */
  #within: LabelKind | 'call' | undefined;
  /** The reply opens with words of no label: possibly reasoning whose opening tag is in the prompt. */
  #startsFree: boolean | undefined;
  #lineEnd = -1;
  #hasAnswer = false;

  constructor(text: string) {
    this.#text = text;
    this.#fences = new Fences(text);
  }

  read(): Stripped {
    let at = 0;
    while (at < this.#text.length) {
      const first = this.#firstOf(at);
      const tag = tagAt(this.#text, first);
      if (tag && !tag.closing && !this.#isData()) {
        const block = blockEnd(this.#text, tag.end);
        if (!block) return this.#cut(at, tag.end);
        this.#remove(at, block.end, this.#text.slice(tag.end, block.inner));
        at = block.end;
      } else at = this.#line(at);
    }
    this.#kept.push(this.#text.slice(this.#from));
    return this.#result(this.#kept.join(''), false);
  }

  #isData(): boolean {
    return this.#within === 'answer' || this.#within === 'input' || this.#within === 'call';
  }

  /** Reads the line at `at` and returns where to go on. */
  #line(at: number): number {
    const end = this.#endOf(at);
    const fenced = this.#fences.blockEnd(this.#text, at);
    if (fenced !== undefined) {
      this.#startsFree ??= false;
      return fenced;
    }
    const label = matchLabel(this.#text, at, end);
    const isAnswered = this.#within === 'answer' && this.#hasAnswer;
    if (typeof label !== 'string' && !isAnswered) {
      const called = label.kind === 'action' && /[[({【［（]/.test(this.#text.slice(label.valueStart, end));
      this.#within = called ? 'call' : label.kind;
      // once such a reply has begun its answer, nothing after it is read any more
      this.#hasAnswer = label.kind === 'answer' && !this.#startsFree && this.#firstOf(label.valueStart) < end;
    }
    const first = this.#firstOf(at);
    if (first < end) this.#startsFree ??= typeof label === 'string';
    const close = this.#orphan(first, end);
    if (close === undefined) return end + 1;
    this.#drop(close.at, close.end);
    return close.end;
  }

  /** A closing tag in this line that ends reasoning. */
  #orphan(first: number, end: number): { at: number; end: number } | undefined {
    for (let at = first; at < end; at += 1) {
      const tag = tagAt(this.#text, at);
      if (tag?.closing && this.#mayDrop(at) && (at === first || this.#endsLine(tag.end, end)))
        return { at, end: tag.end };
    }
    return undefined;
  }

  #mayDrop(at: number): boolean {
    if (QUOTES.includes(this.#text[at - 1] ?? ' ')) return false;
    // a reply that opens with a label is no reasoning, and its answer may already have been shown
    return this.#within !== 'answer' || this.#startsFree === true;
  }

  /** Whether a closing tag before `after` ends reasoning although it is not the first thing in its line. */
  #endsLine(after: number, lineEnd: number): boolean {
    if (this.#within === undefined) return true;
    const next = this.#firstOf(after);
    const glued = matchLabel(this.#text, next, lineEnd);
    if (typeof glued !== 'string') return STEP_LABELS.includes(glued.kind);
    return next >= lineEnd && this.#labelFollows(next);
  }

  #labelFollows(at: number): boolean {
    let next = at;
    while (next < this.#text.length && (this.#text[next] as string).trim() === '') next += 1;
    const label = matchLabel(this.#text, next, lineEnd(this.#text, next));
    return typeof label !== 'string' && STEP_LABELS.includes(label.kind);
  }

  /** End of the line at `at`, remembered: a line may hold thousands of tags. */
  #endOf(at: number): number {
    if (at > this.#lineEnd || this.#lineEnd < 0) this.#lineEnd = lineEnd(this.#text, at);
    return this.#lineEnd;
  }

  #firstOf(at: number): number {
    let first = at;
    while (first < this.#text.length && isBlank(this.#text[first])) first += 1;
    return first;
  }

  #remove(from: number, to: number, reasoning: string): void {
    this.#kept.push(this.#text.slice(this.#from, from));
    this.#reasoning.push(reasoning);
    this.#from = to;
  }

  #drop(at: number, end: number): void {
    this.#remove(at, end, '');
    this.#reasoning.push(this.#kept.join(''));
    this.#kept = [];
    this.#within = undefined;
    this.#startsFree = undefined;
  }

  #cut(at: number, inner: number): Stripped {
    this.#remove(at, this.#text.length, this.#text.slice(inner));
    return this.#result(this.#kept.join(''), true);
  }

  #result(text: string, cut: boolean): Stripped {
    const reasoning = this.#reasoning.map((part) => part.trim()).filter((part) => part !== '');
    return { text, reasoning: reasoning.join('\n'), cut };
  }
}

const QUOTES = '`"\'“‘「';
const STEP_LABELS: readonly LabelKind[] = ['thought', 'action', 'answer'];
