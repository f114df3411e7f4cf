import type { Preview } from '../core/protocol';
import type { PreviewGate } from './text/preview-gate';

type Channel = Preview['channel'];

/** Gathers what a growing reply shows on its two channels. */
export class Previews {
  #out: Preview[] = [];

  constructor(private readonly gates: Readonly<Record<Channel, Pick<PreviewGate, 'shown'>>>) {}

  show(channel: Channel, text: string): void {
    const last = this.#out.at(-1);
    if (text === '') return;
    if (last?.channel === channel) last.text += text;
    else this.#out.push({ channel, text });
  }

  /** What is left of `whole`, which the reply says now that it is complete. Nothing where something else was shown. */
  showRest(channel: Channel, whole: string): void {
    const { shown } = this.gates[channel];
    if (whole.startsWith(shown)) this.show(channel, whole.slice(shown.length));
  }

  /** What came since the last call. */
  take(): Preview[] {
    const out = this.#out;
    this.#out = [];
    return out;
  }
}
