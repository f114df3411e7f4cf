/** What is left of one window. */
export interface WindowState {
  /** Uses that the window still allows; negative by as many as were refused. */
  readonly left: number;
  /** When the next window begins, in ms from now. */
  readonly resetMs: number;
}

/** Names that are remembered; the oldest window goes first, so that many addresses cannot fill the memory. */
const MOST_NAMES = 10_000;

/** Counts uses by name in windows of a fixed length, in this process. `now` is a clock that never goes back, in ms. */
export class WindowCounter {
  readonly #windows = new Map<string, { used: number; endsAt: number }>();

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** One use more. */
  take(name: string): WindowState {
    const at = this.now();
    let window = this.#windows.get(name);
    if (!window || window.endsAt <= at) {
      this.#windows.delete(name); // to the end of the order
      window = { used: 0, endsAt: at + this.windowMs };
      this.#windows.set(name, window);
      this.#forgetOldest();
    }
    window.used += 1;
    return { left: this.limit - window.used, resetMs: window.endsAt - at };
  }

  #forgetOldest(): void {
    if (this.#windows.size <= MOST_NAMES) return;
    for (const oldest of this.#windows.keys()) return void this.#windows.delete(oldest);
  }
}
