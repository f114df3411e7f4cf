import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** One effect outside of every database. */
export interface LedgerEntry {
  /** The call's idempotency key. */
  readonly key: string;
  readonly args: { readonly account: string; readonly amount: number };
  /** Epoch ms. */
  readonly t: number;
}

/** One write of less than a page at the end of the file: whole, or not there. */
export const enter = (file: string, entry: LedgerEntry): void => appendFileSync(file, `${JSON.stringify(entry)}\n`);

export const entriesIn = (file: string): LedgerEntry[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LedgerEntry)
    : [];
