interface Pending<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** What became of each item of a group, in its order: undefined when it is stored, else why it is not. */
export type GroupResult = readonly (Error | undefined)[];

/** SQLite writes without leaving the event loop, some 50 µs for each item; others get their turn between two groups. */
const MOST_ITEMS = 64;

/**
 * Writes what arrives in the same turn of the event loop, or while the group before is being written, in one transaction:
 * a commit waits for the disk, and sixteen runs that wait for one commit cost little more than one run.
 */
export class GroupCommit<Item> {
  readonly #waiting: Pending<Item>[] = [];
  #running?: Promise<void>;

  /** @param write stores a whole group or, by rejecting, nothing of it; one item's own fault is in the result. */
  constructor(private readonly write: (items: readonly Item[]) => Promise<GroupResult>) {}

  /** Resolves when `item` is on disk; rejects with its own fault. */
  add(item: Item): Promise<void> {
    const stored = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
    });
    this.#running ??= this.#run();
    return stored;
  }

  /** Resolves when nothing is waiting or being written. */
  async drained(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      await this.#settle(this.#waiting.splice(0, MOST_ITEMS));
    }
    this.#running = undefined;
  }

  async #settle(group: readonly Pending<Item>[]): Promise<void> {
    try {
      const faults = await this.write(group.map(({ item }) => item));
      group.forEach(({ resolve, reject }, index) => {
        const fault = faults[index];
        if (fault) reject(fault);
        else resolve();
      });
    } catch (error) {
      const [only] = group;
      if (group.length === 1) only?.reject(error);
      else for (const pending of group) await this.#settle([pending]); // finds whose fault it is; the others are stored
    }
  }
}
