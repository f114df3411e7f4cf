import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { ChatOutput, Write } from './chat-output';
import type { Paint, Tone } from './palette';
import { printable, wholeLength } from './printable';
import { linesOf, type Line } from './render-event';

/** Shows everything that an agent does, as it comes. Whatever it writes is made printable here, and nowhere else. */
export class TerminalOutput implements ChatOutput {
  /** The text that was not ended yet, as far as it is on the screen. */
  #open: { readonly of: string; readonly text: string } | undefined;
  /** The first half of a pair whose second half has not come yet. */
  #held = '';
  #isAtLineStart = true;

  constructor(
    private readonly write: Write,
    private readonly paint: Paint,
  ) {}

  show(event: RunEvent, run: Run): void {
    for (const line of linesOf(event, run)) this.#show(line);
    if (event.type === 'run.finished') this.write('\n');
  }

  say(text: string): void {
    this.#show({ of: 'said', tone: 'answer', text, mode: 'whole' });
  }

  fault(text: string): void {
    this.#show({ of: 'fault', tone: 'fault', text, mode: 'whole' });
  }

  #show({ of, tone, text, mode }: Line): void {
    const shown = this.#open?.of === of ? this.#open.text : undefined;
    if (mode === 'more') return this.#more(of, tone, shown ?? '', text);
    // a preview may have kept the blanks at its end
    const rest =
      shown?.trimEnd() === text
        ? ''
        : shown !== undefined && text.startsWith(shown)
          ? text.slice(shown.length)
          : undefined;
    if (rest === undefined) this.#endLine();
    this.#held = '';
    this.#put(tone, rest ?? text);
    this.#open = { of, text };
    if (mode === 'whole') this.#endLine();
  }

  #more(of: string, tone: Tone, shown: string, text: string): void {
    if (this.#open?.of !== of) this.#endLine();
    const known = this.#held + (shown === '' ? text.trimStart() : text);
    const piece = known.slice(0, wholeLength(known));
    this.#held = known.slice(piece.length);
    this.#put(tone, piece);
    this.#open = { of, text: shown + piece };
  }

  #put(tone: Tone, text: string): void {
    const safe = printable(text);
    if (safe === '') return;
    this.write(this.paint(tone, safe));
    this.#isAtLineStart = safe.endsWith('\n');
  }

  #endLine(): void {
    if (!this.#isAtLineStart) this.write('\n');
    this.#isAtLineStart = true;
    this.#open = undefined;
    this.#held = '';
  }
}
