/** Ends this process by SIGKILL at one commit, counted from 1 since the point was set. */
export interface FaultPoint {
  readonly at: number;
  readonly when: 'before' | 'after';
}

let point: FaultPoint | undefined;
/** What each commit since then stored. */
let commits: string[] = [];

/** Starts to count anew. Without a point the process lives. */
export function setPoint(next: FaultPoint | undefined): void {
  point = next;
  commits = [];
}

/** The transactions of one connection, by the statements that go through it. */
export class WatchedConnection {
  /** What the open transaction has written so far. */
  #written: string[] = [];

  /** Call it before the statement is sent. */
  sends(sql: string, parameters: readonly unknown[]): void {
    if (/^(begin|start transaction)/i.test(sql)) this.#written = [];
    else if (!/^commit/i.test(sql)) this.#written.push(...writtenBy(sql, parameters));
    else if (this.#written.length > 0) {
      commits.push(this.#written.join(' + '));
      dieAt('before');
    }
  }

  /** Call it when the database has answered. */
  sent(sql: string): void {
    if (!/^commit/i.test(sql)) return;
    if (this.#written.length > 0) dieAt('after');
    this.#written = [];
  }
}

/** The types of the facts that a statement stores; of others the table that it changes. The row of a run says nothing more. */
function writtenBy(sql: string, parameters: readonly unknown[]): string[] {
  const [, table] = /^(?:insert into|update|delete from) "(\w+)"/.exec(sql) ?? [];
  if (table === undefined || table === 'runs') return [];
  if (table !== 'run_events') return [table];
  return parameters.filter((_, index) => index % COLUMNS_OF_A_FACT === TYPE_COLUMN).map(String);
}

const COLUMNS_OF_A_FACT = 5;
const TYPE_COLUMN = 3;

function dieAt(when: FaultPoint['when']): void {
  if (point?.when === when && point.at === commits.length) process.kill(process.pid, 'SIGKILL');
}

/** What was committed since the point was set, in order. */
export const committed = (): readonly string[] => commits;
