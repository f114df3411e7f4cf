import type { RunEvent } from '../../src/core/run-event';
import type { Client } from './client';
import type { Count } from './figures';
import type { Service } from './service';
import { factsOf, problemsOf, problemsOfEffect, refundsOf, type TestDatabase } from './stored-runs';

export const ORDER = '88231';
export const QUESTION = { agent: 'bitmall', question: `我上周买的扫地机不回充了，修不好我想退。订单号 ${ORDER}。` };

interface Parts {
  readonly count: Count;
  readonly database: TestDatabase;
  readonly client: Client;
}

interface Refunded {
  /** Whether the process died on the way. */
  readonly isDead: boolean;
  readonly facts: readonly RunEvent[];
}

/**
 * One refund from the question over the approval to the end, with `victim` dying somewhere on the way or not at all.
 * @param recover called when the victim is dead.
 */
export async function refundOnce(
  { count, database, client }: Parts,
  key: string,
  victim: Service,
  recover: () => Promise<void>,
): Promise<Refunded> {
  await database.deleteFrom('bitmall_refunds').where('order_id', '=', ORDER).execute();
  const started = client.start(QUESTION, key);
  const driven = started.then((runId) => client.drive(runId));
  const isDead = await Promise.race([victim.exited.then(() => true), driven.then(() => false)]);
  if (isDead) {
    await checkWreck(database);
    await recover();
  }
  const result = await driven;
  const refunds = await refundsOf(database, ORDER);
  count.effects += refunds.length;
  count.doubled += Math.max(0, refunds.length - 1);
  expect({ key, status: result?.status, refunds: refunds.length }).toEqual({ key, status: 'answered', refunds: 1 });
  const facts = await factsOf(database, await started);
  expect(problemsOf(facts, result!)).toEqual([]);
  expect(problemsOfEffect(facts, refunds[0]!.idempotency_key)).toEqual([]);
  return { isDead, facts };
}

/** What is on disk just after the kill: no refund that was not announced and approved. */
async function checkWreck(database: TestDatabase): Promise<void> {
  for (const { idempotency_key } of await refundsOf(database, ORDER)) {
    const [runId = ''] = idempotency_key.split(':');
    expect(problemsOfEffect(await factsOf(database, runId), idempotency_key)).toEqual([]);
  }
}

/** That a run which nobody cut off has committed just these: each fact by itself, and the refund with its record. */
export function checkCommits(commits: readonly string[], facts: readonly RunEvent[]): void {
  const stored = commits.flatMap((commit) => commit.split(' + '));
  expect(stored.filter((name) => name.includes('.'))).toEqual(facts.map(({ type }) => type));
  expect(commits).toContainEqual(expect.stringMatching(/effects.*bitmall_refunds/));
  expect(stored).toEqual(expect.arrayContaining(['approval.requested', 'approval.resolved']));
}
