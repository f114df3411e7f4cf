import type { Run } from '../core/run';
import type { RunEvent } from '../core/run-event';
import type { ChatOutput, Write } from './chat-output';
import type { Paint, Tone } from './palette';
import { printable, wholeLength } from './printable';
import { linesOf, type Line } from './render-event';

/** Shows everything that an agent does, as it comes. Whatever it writes is made printable here, and nowhere else. */
export class TerminalOutput implements ChatOutput {
  /** Previews of this run, by what they are of: what was streamed is not shown again when the fact comes. */
  readonly #previews = new Map<string, string>();
  /** What the last line is of, while it can still grow, and its text so far. */
  #open: { readonly of: string; readonly text: string } | undefined;
  /** The first half of a pair whose second half has not come yet. */
  #held = '';
  #isAtLineStart = true;

  constructor(
    private readonly write: Write,
    private readonly paint: Paint,
  ) {}

  show(event: RunEvent, run: Run): void {
    if (event.type === 'run.started') this.#previews.clear();
    for (const line of linesOf(event, run)) this.#show(line);
    if (event.type === 'run.finished') this.write('\n');
  }

  say(text: string): void {
    this.#show({ of: 'said', tone: 'answer', text, mode: 'whole' });
  }

  ask(text: string): void {
    this.#show({ of: 'asked', tone: 'tool', text, mode: 'whole' });
  }

  fault(text: string): void {
    this.#show({ of: 'fault', tone: 'fault', text, mode: 'whole' });
  }

  #show({ of, tone, text, mode }: Line): void {
    if (mode === 'more') return this.#grow(of, tone, text);
    // a preview may have kept the blanks at its end
    if (this.#previews.get(of)?.trimEnd() === text) return;
    const begun = this.#open?.of === of ? this.#open.text : undefined;
    if (begun !== undefined && text.startsWith(begun)) this.#put(tone, text.slice(begun.length));
    else {
      this.#endLine();
      this.#put(tone, text);
    }
    this.#open = { of, text };
    if (mode === 'whole') this.#endLine();
  }

  #grow(of: string, tone: Tone, text: string): void {
    if (this.#open?.of !== of) this.#endLine();
    const shown = this.#previews.get(of) ?? '';
    const known = this.#held + (shown === '' ? text.trimStart() : text);
    const piece = known.slice(0, wholeLength(known));
    this.#put(tone, piece);
    this.#held = known.slice(piece.length);
    this.#open = { of, text: shown + piece };
    this.#previews.set(of, shown + piece);
  }

  #put(tone: Tone, text: string): void {
    this.#held = ''; // a whole text brings it again
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
