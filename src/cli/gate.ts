import { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';

/**
 * A screen for readline that can be closed: while an agent writes, what a person types ahead is taken in but not shown, or it
 * would stand in the middle of the answer, and each Backspace would wipe the answer's line.
 */
export class Gate extends Writable {
  isOpen = false;

  constructor(private readonly screen: WriteStream) {
    super({ decodeStrings: false });
    screen.on('resize', this.#resized);
  }

  /** Read by readline to wrap long lines. */
  get columns(): number {
    return this.screen.columns;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.isOpen) this.screen.write(chunk);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.screen.off('resize', this.#resized);
    done(error);
  }

  readonly #resized = (): void => void this.emit('resize');
}
