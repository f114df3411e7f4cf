import { MAX_TAG, tagAt } from '../reasoning-tags';

/** Skips a reasoning block as it arrives; it was opened before the first `push`. */
export class ReasoningSkip {
  #depth = 1;
  #tail = '';

  /** What follows the block, once it is closed. */
  push(chunk: string): string | undefined {
    const text = this.#tail + chunk;
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const tag = tagAt(text, at);
      if (!tag) continue;
      this.#depth += tag.closing ? -1 : 1;
      if (this.#depth === 0) return text.slice(tag.end);
      from = tag.end;
      at = tag.end - 1;
    }
    // only the end may hold the beginning of a tag
    this.#tail = text.slice(Math.max(from, text.length - MAX_TAG));
    return undefined;
  }
}
