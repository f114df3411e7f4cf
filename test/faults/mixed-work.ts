import type { ReActResult } from '../../src/core/react-result';
import type { Client } from './client';
import type { TestDatabase } from './stored-runs';

/** One question of a client: a read, a refund in the store's own transaction, or payments outside that can or cannot be found again. */
export interface Task {
  readonly key: string;
  readonly kind: 'read' | 'refund' | 'payKnown' | 'pay';
  /** The order that is refunded, or the account that is paid; of this task alone. */
  readonly subject: string;
  readonly body: { readonly agent: string; readonly question: string };
  /** Somebody waits for the answer; else it is a background run. */
  readonly isAsked: boolean;
}

const KINDS: readonly Task['kind'][] = ['read', 'refund', 'payKnown', 'pay'];
const FIRST_ORDER = 700_000;
const REFUNDABLE = '88231';

const bodyOf = (kind: Task['kind'], subject: string): Task['body'] => {
  if (kind === 'read') return { agent: 'weather', question: '上海明天比今天低几度？' };
  if (kind === 'refund')
    return { agent: 'bitmall', question: `我上周买的扫地机不回充了，修不好我想退。订单号 ${subject}。` };
  return { agent: 'ledger', question: `${kind} ${subject}` };
};

/** As many of each kind; about half of them asked, by `random`. */
export function tasks(count: number, random: (limit: number) => number): Task[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = KINDS[index % KINDS.length]!;
    const subject = String(FIRST_ORDER + index);
    return { key: `task-${index}`, kind, subject, body: bodyOf(kind, subject), isAsked: random(2) === 0 };
  });
}

/** An order like the one of the refund scenario for each task that refunds one. */
export async function stockOrders(database: TestDatabase, all: readonly Task[]): Promise<void> {
  const orders = database.selectFrom('bitmall_orders').selectAll().where('id', '=', REFUNDABLE);
  const order = await orders.executeTakeFirstOrThrow();
  const refunded = all.filter(({ kind }) => kind === 'refund').map(({ subject }) => ({ ...order, id: subject }));
  await database.insertInto('bitmall_orders').values(refunded).execute();
}

export interface EndedTask {
  readonly task: Task;
  readonly result: ReActResult;
}

/** Asks until the run is acknowledged, then looks until it has ended; undefined, and counted, when it is lost or stuck. */
export async function endOf(task: Task, client: Client): Promise<EndedTask | undefined> {
  const runId = await client[task.isAsked ? 'ask' : 'start'](task.body, task.key);
  const result = await client.drive(runId);
  return result && { task, result };
}
