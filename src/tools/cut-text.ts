/** A text of any length of which only the beginning and the end are kept. */
export class CutText {
  readonly #head: string[] = [];
  #headRoom: number;
  #tail: string[] = [];
  #tailLength = 0;
  /** UTF-16 units that were written, kept or not. */
  length = 0;

  constructor(
    readonly headChars: number,
    readonly tailChars: number,
  ) {
    this.#headRoom = headChars;
  }

  push(text: string): void {
    this.length += text.length;
    let rest = text;
    if (this.#headRoom > 0) {
      this.#head.push(text.slice(0, this.#headRoom));
      rest = text.slice(this.#headRoom);
      this.#headRoom -= text.length - rest.length;
    }
    if (rest === '') return;
    const kept = rest.slice(-this.tailChars);
    this.#tail.push(kept);
    this.#tailLength += kept.length;
    // joined only when it has doubled: many small pieces cost no more than one long one
    if (this.#tailLength > 2 * this.tailChars) this.#tail = [this.tail];
    if (this.#tail.length === 1) this.#tailLength = this.#tail[0]!.length;
  }

  get head(): string {
    return this.#head.join('');
  }

  get tail(): string {
    return this.#tail.join('').slice(-this.tailChars);
  }
}
