import { TOKEN_OPENERS } from '../leaked-tokens';
import { midLineLabels, openLabelAt } from './mid-line-labels';

/**
 * Lets text of one channel through as far as it is certain: white space waits for what follows, a surrogate for its pair, a `<`
 * until it is no leaked token. Each character is looked at a bounded number of times.
 */
export class PreviewGate {
  readonly #shown: string[] = [];
  /** Held back: at most a few characters and the white space before them. */
  #held: string[] = [];
  #closed = false;

  /** `watchLabels`: a label inside a line is no part of a thought. */
  constructor(private readonly options: { watchLabels: boolean }) {}

  /** What may be shown now. */
  push(text: string): string {
    if (this.#closed) return '';
    if (text.trim() === '') {
      if (this.#shown.length > 0 || this.#held.length > 0) this.#held.push(text);
      return '';
    }
    const all = this.#held.join('') + (this.#shown.length === 0 && this.#held.length === 0 ? text.trimStart() : text);
    const stop = this.#stop(all);
    if (stop !== undefined) this.#closed = true;
    const end = lastVisible(all, stop ?? this.#uncertainAt(all));
    this.#held = end < all.length ? [all.slice(end)] : [];
    const shown = all.slice(0, end);
    if (shown !== '') this.#shown.push(shown);
    return shown;
  }

  /** Nothing more is certain before the reply is whole. */
  get isClosed(): boolean {
    return this.#closed;
  }

  get shown(): string {
    return this.#shown.join('');
  }

  /** Starts another part of the same channel on a line of its own. */
  breakLine(): string {
    const rest = this.#held.join('').trimEnd();
    this.#held = this.#shown.length > 0 || rest !== '' ? ['\n'] : [];
    if (rest !== '') this.#shown.push(rest);
    return rest;
  }

  #stop(text: string): number | undefined {
    const token = mayHoldToken(text) ? Math.min(...TOKEN_OPENERS.map((opener) => indexOr(text, opener))) : Infinity;
    const label = this.options.watchLabels ? (midLineLabels(text)[0]?.start ?? Infinity) : Infinity;
    const stop = Math.min(token, label);
    return stop === Infinity ? undefined : stop;
  }

  #uncertainAt(text: string): number {
    let at = text.length;
    const last = text.charCodeAt(at - 1);
    if (last >= 0xd800 && last <= 0xdbff) at -= 1;
    if (mayHoldToken(text)) at = Math.min(at, openTokenAt(text));
    return this.options.watchLabels ? Math.min(at, openLabelAt(text)) : at;
  }
}

const LONGEST_OPENER = Math.max(...TOKEN_OPENERS.map(({ length }) => length));
const OPENING_CHARS = [...new Set(TOKEN_OPENERS.map(([char]) => char as string))];

/** Few texts do, and each piece of each stream is asked. */
const mayHoldToken = (text: string): boolean => OPENING_CHARS.some((char) => text.includes(char));

/** Where the end of the text may be the beginning of a token; its length when nowhere. */
function openTokenAt(text: string): number {
  for (let from = Math.max(0, text.length - LONGEST_OPENER); from < text.length; from += 1) {
    const tail = text.slice(from);
    if (TOKEN_OPENERS.some((opener) => opener.startsWith(tail))) return from;
  }
  return text.length;
}

const indexOr = (text: string, part: string): number => {
  const at = text.indexOf(part);
  return at < 0 ? Infinity : at;
};

function lastVisible(text: string, end: number): number {
  let last = end;
  while (last > 0 && (text[last - 1] as string).trim() === '') last -= 1;
  return last;
}
