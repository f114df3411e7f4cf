import { statSync } from 'node:fs';

/** How often the files are looked at, in ms: a look costs some microseconds, an append some fifty. */
const LOOK_EVERY_MS = 1000;

/** Marks the fault below among a driver's codes. */
export const FILE_GONE = 'FILE_GONE';

/**
 * Files that a database handle has open, by what they were when they were opened. A handle goes on writing into a file that was
 * deleted or moved, without an error, and all of that is lost; a second server may meanwhile start on new files of the same name.
 */
export class OpenedFiles {
  readonly #known = new Map<string, string>();
  #lookedAt = performance.now();

  /** @param paths of files that are open; one that does not exist yet is known from when it is first seen. */
  constructor(private readonly paths: readonly string[]) {
    this.check();
  }

  /** Like `check`, at most once a second while all is well. */
  checkNowAndThen(): void {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.check();
    this.#lookedAt = now;
  }

  /** @throws an error with the code FILE_GONE when a file is missing or is another one. */
  check(): void {
    for (const path of this.paths) {
      const found = identityOf(path);
      const known = this.#known.get(path);
      if (known === undefined && found !== undefined) this.#known.set(path, found);
      else if (known !== found)
        throw Object.assign(new Error(`${path} is not the file that was opened`), { code: FILE_GONE });
    }
  }
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
